// test/shape/standard_test.cpp: the smaller types of the standard library.
// covers: rill/shape/shape.h
// covers: shape/standard_types.h
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <bitset>
#include <charconv>
#include <compare>
#include <complex>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <ios>
#include <locale>
#include <map>
#include <optional>
#include <ratio>
#include <regex>
#include <source_location>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeindex>
#include <typeinfo>
#include <variant>
#include <vector>

namespace {

using rill::detail::name_in_std;
using rill::detail::shape;
using rill::detail::shape_of;
using rill::detail::text_like;

std::string shortened(char const* whole) {
  name_in_std const made{rill::text(whole)};
  return std::string(made.name());
}

struct own_exception : std::runtime_error {
  using runtime_error::runtime_error;
};
class hidden_exception : std::exception {};
class twice : public own_exception, public std::bad_alloc {
 public:
  twice() : own_exception("") {}
};

}  // namespace

namespace own_types {
enum class byte { one };
struct monostate {
  int n;
};
struct error_code {
  int n;
};
}  // namespace own_types

TEST_CASE("shape/standard_types: types are known by their names") {
  CHECK(shape_of<std::byte> == shape::byte);
  CHECK(shape_of<std::errc> == shape::error_code);
  CHECK(shape_of<std::error_code> == shape::error_code);
  CHECK(shape_of<std::error_condition> == shape::error_code);
  CHECK(shape_of<std::milli> == shape::ratio);
  CHECK(shape_of<std::bitset<0>> == shape::bits);
  CHECK(shape_of<std::bitset<100>> == shape::bits);
  CHECK(shape_of<std::complex<float>> == shape::complex_number);
  CHECK(shape_of<std::complex<long double>> == shape::complex_number);
  CHECK(shape_of<std::monostate> == shape::nothing);
  CHECK(shape_of<std::nullopt_t> == shape::nothing);
  CHECK(shape_of<std::type_info> == shape::type_info);
  CHECK(shape_of<std::type_index> == shape::type_info);
  CHECK(shape_of<std::thread::id> == shape::thread_id);
  CHECK(shape_of<std::exception_ptr> == shape::exception_pointer);
  CHECK(shape_of<std::weak_ordering> == shape::ordering);
  CHECK(shape_of<std::strong_ordering> == shape::ordering);
  CHECK(shape_of<std::partial_ordering> == shape::ordering);
  CHECK(shape_of<std::filesystem::directory_entry> == shape::naming);
  CHECK(shape_of<std::locale> == shape::naming);
  CHECK(shape_of<std::csub_match> == shape::naming);
#if defined(__cpp_lib_source_location)
  CHECK(shape_of<std::source_location> == shape::source_location);
#endif
}

TEST_CASE("shape/standard_types: exceptions are known by their base") {
  CHECK(shape_of<std::exception> == shape::exception);
  CHECK(shape_of<std::bad_alloc> == shape::exception);
  CHECK(shape_of<std::system_error> == shape::exception);
  CHECK(shape_of<std::ios_base::failure> == shape::exception);
  CHECK(shape_of<std::filesystem::filesystem_error> == shape::exception);
  CHECK(shape_of<own_exception> == shape::exception);
  CHECK(shape_of<hidden_exception> != shape::exception);
  CHECK(shape_of<twice> != shape::exception);
}

TEST_CASE("shape/standard_types: what has a similar name is something else") {
  CHECK(shape_of<own_types::byte> != shape::byte);
  CHECK(shape_of<own_types::monostate> != shape::nothing);
  CHECK(shape_of<own_types::error_code> != shape::error_code);
  CHECK(shape_of<std::bitset<8>::reference> != shape::bits);
  CHECK(shape_of<std::thread> != shape::thread_id);
  CHECK(shape_of<std::map<int, std::monostate>> == shape::map);
  CHECK(shape_of<std::vector<std::byte>> == shape::range);
}

TEST_CASE(
    "shape/standard_types: a name without arguments and inner namespaces") {
  CHECK(shortened("std::byte") == "byte");
  CHECK(shortened("std::__1::byte") == "byte");
  CHECK(shortened("std::__1::__fs::filesystem::directory_entry") ==
        "filesystem::directory_entry");
  CHECK(shortened("std::filesystem::__cxx11::directory_entry") ==
        "filesystem::directory_entry");
  CHECK(shortened("std::__1::bitset<8>") == "bitset");
  CHECK(shortened("std::_V2::a<std::b<1> >") == "a");
  CHECK(shortened("std::__thread_id") == "__thread_id");
  CHECK(shortened("std::__a") == "__a");
  CHECK(shortened("std::__a<b::c>") == "__a");
  CHECK(shortened("std::bitset<8>::reference") == "");
  CHECK(shortened("std::") == "");
  CHECK(shortened("std::__1::") == "");
  CHECK(shortened("std") == "");
  CHECK(shortened("") == "");
  CHECK(shortened("app::byte") == "");
  CHECK(shortened("std::a2345678901234567890123456789012") ==
        "a2345678901234567890123456789012");
  CHECK(shortened("std::a23456789012345678901234567890123") == "");
}
