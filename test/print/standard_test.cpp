// test/print/standard_test.cpp: the smaller types of the standard library.
// covers: rill/print/standard.h
#include <doctest/doctest.h>
#include <rill/terminal.h>
#include <rill/types.h>
#if RILL_FOLDERS
#include <rill/fs.h>
#endif
#include <stdio.h>  // snprintf

#include <atomic>
#include <bitset>
#include <cmath>
#include <compare>
#include <complex>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <locale>
#include <map>
#include <optional>
#include <ratio>
#include <regex>
#include <source_location>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>
#if defined(__has_include) && __has_include(<expected>)
#include <expected>
#endif

namespace {

using rill::concat;

template <class T>
std::string inserted(T const& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

template <std::size_t Size>
bool prints_as_to_string(std::string const& digits) {
  std::bitset<Size> const bits(digits);
  return concat(bits) == bits.to_string() && bits.to_string().size() == Size;
}

}  // namespace

namespace app {
struct point {
  int x;
};
template <class... T>
struct box {};
}  // namespace app

TEST_CASE(
    "print/standard: an element of vector<bool> and of a bitset is a bool") {
  std::vector<bool> many = {true, false};
  std::vector<bool> const& constant = many;
  std::bitset<3> bits(2);
  CHECK(concat(many[0], ' ', many[1], ' ', constant[0]) == "true false true");
  CHECK(concat(bits[0], ' ', bits[1], ' ', rill::debug(bits[2])) ==
        "false true false");
  CHECK(concat(rill::right(many[1], 7)) == "  false");
  auto const proxy = many.front();
  CHECK(concat(std::make_pair(proxy, 1)) == "(true, 1)");
}

TEST_CASE("print/standard: an atomic is what it holds") {
  int target = 0;
  std::atomic<int> const count(7);
  std::atomic<bool> const is_done(true);
  std::atomic<int*> const pointer(nullptr);
  std::atomic<double> const part(0.5);
  CHECK(concat(count, ' ', is_done, ' ', pointer, ' ', part) ==
        "7 true nullptr 0.5");
  CHECK(concat(rill::debug(count), std::tie(count)) == "7(7)");
  CHECK(concat(std::atomic<int*>(&target)) == concat(rill::ptr(&target)));
}

TEST_CASE("print/standard: bitsets, the most significant bit first") {
  CHECK(concat(std::bitset<5>(22)) == "10110");
  CHECK(concat(std::bitset<0>()) == "");
  CHECK(concat(std::bitset<1>(1)) == "1");
  std::string digits;
  unsigned state = 1;
  while (digits.size() != 1000) {
    state = state * 1664525 + 1013904223;
    digits += (state >> 20 & 1) ? '1' : '0';
  }
  CHECK(prints_as_to_string<15>(digits.substr(0, 15)));
  CHECK(prints_as_to_string<16>(digits.substr(0, 16)));
  CHECK(prints_as_to_string<17>(digits.substr(0, 17)));
  CHECK(prints_as_to_string<63>(digits.substr(0, 63)));
  CHECK(prints_as_to_string<64>(digits.substr(0, 64)));
  CHECK(prints_as_to_string<65>(digits.substr(0, 65)));
  CHECK(prints_as_to_string<128>(digits.substr(0, 128)));
  CHECK(prints_as_to_string<1000>(digits));
  CHECK(concat(std::vector{std::bitset<2>(1), std::bitset<2>(2)}) ==
        "[01, 10]");
}

TEST_CASE("print/standard: complex numbers, with every sign") {
  using number = std::complex<double>;
  double const inf = std::numeric_limits<double>::infinity();
  double const nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(concat(number(1, 2)) == "1+2i");
  CHECK(concat(number(1, -2)) == "1-2i");
  CHECK(concat(number(0, 0)) == "0+0i");
  CHECK(concat(number(-0.0, -0.0)) == "-0-0i");
  CHECK(concat(number(0.1, -1e300)) == "0.1-1e+300i");
  CHECK(concat(number(inf, -inf)) == "inf-infi");
  CHECK(concat(number(-inf, inf)) == "-inf+infi");
  CHECK(concat(number(nan, nan)) == "nan+nani");
  CHECK(concat(number(nan, -nan)) == "nan+nani");
  CHECK(concat(std::complex<float>(0.1f, 0.2f)) == "0.1+0.2i");
  CHECK(concat(std::vector{number(1, 2)}) == "[1+2i]");
  CHECK(concat(rill::fixed(number(1, -2.345), 2)) == "1.00-2.35i");
  CHECK(concat(rill::scientific(number(1, 2), 1)) == "1.0e+00+2.0e+00i");
  CHECK(concat(rill::right(number(1, 2), 6), '|') == "  1+2i|");
  CHECK(concat(rill::right(rill::fixed(number(1, 2), 1), 9)) == " 1.0+2.0i");
}

TEST_CASE("print/standard: bytes, two digits each") {
  for (unsigned n = 0; n != 256; ++n) {
    char expected[8];
    snprintf(expected, sizeof expected, "0x%02x", n);
    CHECK(concat(static_cast<std::byte>(n)) == expected);
  }
  CHECK(concat(std::vector<std::byte>{std::byte{1}, std::byte{255}}) ==
        "[0x01, 0xff]");
}

TEST_CASE("print/standard: types without a value, ratios, orderings") {
  CHECK(concat(std::monostate()) == "monostate");
  CHECK(concat(std::nullopt) == "none");
  CHECK(concat(std::milli(), ' ', std::ratio<6, -4>()) == "1/1000 -3/2");
  CHECK(concat(1 <=> 2, ' ', 2 <=> 2, ' ', 3 <=> 2) == "less equal greater");
  CHECK(concat(std::weak_ordering::less, ' ', std::weak_ordering::equivalent,
               ' ', std::weak_ordering::greater) == "less equivalent greater");
  CHECK(concat(1.0 <=> 2.0, ' ', 2.0 <=> 2.0, ' ', 3.0 <=> 2.0, ' ',
               std::nan("") <=> 2.0) == "less equivalent greater unordered");
}

TEST_CASE("print/standard: thread ids as the library inserts them") {
  CHECK(concat(std::thread::id()) == inserted(std::thread::id()));
  CHECK(concat(std::this_thread::get_id()) ==
        inserted(std::this_thread::get_id()));
  std::thread other([] {
    CHECK(concat(std::this_thread::get_id()) ==
          inserted(std::this_thread::get_id()));
  });
  CHECK(concat(other.get_id()) == inserted(other.get_id()));
  other.join();
}

#if defined(__cpp_lib_source_location)
TEST_CASE("print/standard: places in the source") {
  auto const here = std::source_location::current();
  CHECK(concat(here) == std::string(here.file_name()) + ":" +
                            std::to_string(here.line()) + ":" +
                            std::to_string(here.column()));
  CHECK(concat(std::source_location()) == "");
}
#endif

TEST_CASE("print/standard: names of types as people write them") {
  CHECK(concat(typeid(int)) == "int");
  CHECK(concat(typeid(app::point)) == "app::point");
  CHECK(concat(typeid(app::box<int, char*>)) == "app::box<int, char*>");
  CHECK(concat(std::type_index(typeid(unsigned long))) == "unsigned long");
  CHECK(concat(std::vector<std::type_index>{typeid(int), typeid(bool)}) ==
        "[int, bool]");
  CHECK(concat(rill::right(typeid(int), 5)) == "  int");
  struct local {};
  CHECK(concat(typeid(local)).find("local") != std::string::npos);
}

TEST_CASE("print/standard: error codes with message, category and number") {
  auto const missing =
      std::make_error_code(std::errc::no_such_file_or_directory);
  CHECK(concat(missing) == "No such file or directory (generic:2)");
  std::error_code const system(2, std::system_category());
  CHECK(concat(system) == "No such file or directory (system:2)");
  CHECK(concat(missing.default_error_condition()) ==
        "No such file or directory (generic:2)");
  CHECK(concat(std::error_code()) ==
        std::error_code().message() + " (system:0)");
  CHECK(concat(std::errc::no_such_file_or_directory) ==
        "No such file or directory");
  CHECK(concat(std::errc::invalid_argument) ==
        std::make_error_code(std::errc::invalid_argument).message());
  CHECK(concat(std::errc()) == std::make_error_code(std::errc()).message());
}

TEST_CASE("print/standard: entries of folders, locales, matches") {
  CHECK(concat(std::filesystem::directory_entry()) == "");
  std::filesystem::directory_entry const entry("/");
  CHECK(concat(entry) == "/");
  CHECK(concat(std::locale::classic()) == "C");
  char const text[] = "key=value";
  std::csub_match match;
  CHECK(concat(match) == "");
  match.first = text;
  match.second = text + 3;
  match.matched = true;
  CHECK(concat(match) == "key");
  // Inside a value a text is in quotes.
  CHECK(concat(std::vector{match}) == "[\"key\"]");
  CHECK(concat(std::pair(1, match)) == "(1, \"key\")");
  CHECK(concat(rill::debug(match)) == "\"key\"");
  std::wstring const wide = L"a\n";
  std::wssub_match wide_match;
  wide_match.first = wide.begin();
  wide_match.second = wide.end();
  wide_match.matched = true;
  CHECK(concat(std::vector{wide_match}) == "[\"a\\n\"]");
  CHECK(concat(std::vector{entry}) == "[\"/\"]");
  CHECK(concat(std::vector{std::locale::classic()}) == "[\"C\"]");
}

#if defined(__cpp_lib_expected)
TEST_CASE("print/standard: unexpected values") {
  CHECK(concat(std::unexpected(3)) == "unexpected(3)");
  CHECK(concat(std::unexpected(std::string("no"))) == "unexpected(\"no\")");
}
#endif

TEST_CASE("print/standard: rill's own error codes, and small types") {
  using rill::error_code;
  using rill::error_source;
  CHECK(concat(error_code()) == "no error");
  CHECK(concat(error_code(error_source::system, 2)) ==
        "No such file or directory (system:2)");
  CHECK(concat(error_code(rill::library_problem::closed)) ==
        "the file is closed (library:3)");
  CHECK(concat(error_code(rill::scan_problem::mismatch)) ==
        "mismatch (scan:3)");
  CHECK(concat(error_code(error_source::text,
                          static_cast<int>(rill::text_problem::overlong))) ==
        "overlong form (text:4)");
  CHECK(concat(std::vector<error_code>(1)) == "[no error]");
  CHECK(concat(rill::screen_size{80, 24}) == "80x24");
  CHECK(concat(rill::source_position{
            .name = "a.txt", .line = 3, .column = 6}) == "a.txt:3:7");
  CHECK(concat(rill::source_position{.name = "a.txt", .line = 0}) == "a.txt");
#if RILL_FOLDERS
  CHECK(concat(rill::fs::space_on_device{3, 2, 1}) ==
        "space_on_device{capacity: 3, unused: 2, available: 1}");
#endif
}

TEST_CASE("print/standard: what cannot be printed inside is said") {
  struct opaque {
    opaque() = default;
    opaque(opaque const&) {}
  };
  static_assert(rill::printable<std::monostate>);
  static_assert(rill::printable<std::type_info>);
  static_assert(!rill::printable<opaque>);
}
