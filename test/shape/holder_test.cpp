// test/shape/holder_test.cpp: which types hold a value, and the types of the
// values.
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>
#if __has_include(<expected>)
#include <expected>
#endif

namespace {

using rill::detail::parts;
using rill::detail::shape;
using rill::detail::shape_of;
using rill::detail::type_list;

template <class T, class... Args>
constexpr bool consists_of = std::is_same_v<parts<T>, type_list<Args...>>;

// Has the members of boost::optional<int&>.
struct optional_reference {
  bool has_value() const;
  int& operator*() const;
  int& value() const;
};

// Has the members of tl::expected<char, int>.
struct expected_of_another {
  bool has_value() const;
  char const& operator*() const;
  char const& value() const;
  int const& error() const;
};

struct derived : std::variant<int, std::vector<derived>> {};

// Has the members of boost::intrusive_ptr<int>.
struct intrusive {
  using element_type = int;
  int* get() const;
  explicit operator bool() const;
};

}  // namespace

TEST_CASE("shape/holder: optionals") {
  static_assert(shape_of<std::optional<int>> == shape::optional);
  static_assert(shape_of<std::optional<std::unique_ptr<int>>> ==
                shape::optional);
  static_assert(shape_of<optional_reference> == shape::optional);
  static_assert(consists_of<std::optional<std::string>, std::string>);
  static_assert(consists_of<optional_reference, int>);
  static_assert(shape_of<std::any> == shape::none);
  static_assert(shape_of<std::function<void()>> == shape::none);
}

TEST_CASE("shape/holder: variants, also derived ones") {
  using several = std::variant<int, std::string, int>;
  static_assert(shape_of<several> == shape::variant);
  static_assert(consists_of<several, int, std::string, int>);
  static_assert(shape_of<derived> == shape::variant);
  static_assert(consists_of<derived, int, std::vector<derived>>);
}

TEST_CASE("shape/holder: expected values") {
  static_assert(shape_of<expected_of_another> == shape::expected);
  static_assert(consists_of<expected_of_another, char, int>);
#ifdef __cpp_lib_expected
  static_assert(shape_of<std::expected<int, char>> == shape::expected);
  static_assert(consists_of<std::expected<int, char>, int, char>);
  static_assert(consists_of<std::expected<void, char>, char>);
#endif
}

TEST_CASE("shape/holder: pointers that are classes, and references") {
  static_assert(shape_of<std::unique_ptr<int>> == shape::pointer);
  static_assert(shape_of<std::unique_ptr<int[]>> == shape::pointer);
  static_assert(shape_of<std::shared_ptr<int const>> == shape::pointer);
  static_assert(shape_of<std::shared_ptr<void>> == shape::pointer);
  static_assert(shape_of<std::weak_ptr<int>> == shape::pointer);
  static_assert(shape_of<intrusive> == shape::pointer);
  static_assert(shape_of<std::reference_wrapper<int>> == shape::reference);
  static_assert(consists_of<std::reference_wrapper<int const>, int>);
  static_assert(shape_of<std::vector<int>::iterator> == shape::none);
}
