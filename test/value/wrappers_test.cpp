// test/value/wrappers_test.cpp: what the wrappers hold, and how they hold it:
// an lvalue by reference, a temporary by value. What they print is in
// test/print/.
// covers: rill/value/layout.h
// covers: rill/value/number_format.h
#include <doctest/doctest.h>
#include <rill/value/layout.h>
#include <rill/value/number_format.h>

#include <string>
#include <type_traits>  // std::is_same_v
#include <vector>

using std::is_same_v;

namespace {
void plain_function() {}
void quiet_function() noexcept {}
}  // namespace

TEST_CASE("value/number_format: the wrappers keep base, case and prefix") {
  int n = 255;
  auto const h = rill::hex(n);
  static_assert(is_same_v<decltype(h.value), int&>);
  CHECK(&h.value == &n);
  static_assert(is_same_v<decltype(rill::hex(7).value), int>);
  static_assert(decltype(rill::oct(7))::radix == 8);
  static_assert(decltype(rill::bin(7))::radix == 2);
  static_assert(decltype(rill::base<36>(7))::radix == 36);
  using nested = decltype(rill::upper(rill::prefix(rill::hex(7ull))));
  using turned = decltype(rill::prefix(rill::upper(rill::hex(7ull))));
  static_assert(is_same_v<nested, turned>);
  static_assert(nested::radix == 16 && nested::is_upper && nested::has_prefix);
  static_assert(rill::upper(rill::prefix(rill::hex(7ull))).value == 7);
  CHECK(&rill::upper(rill::prefix(rill::oct(n))).value == &n);
  static_assert(rill::detail::is_based<nested>);
  static_assert(!rill::detail::is_based<int>);
}

TEST_CASE("value/layout: fields keep the value, the width and the fill") {
  std::string name = "ada";
  auto const padded = rill::left(name, 10);
  CHECK(&padded.value == &name);
  CHECK(padded.width == 10);
  CHECK(padded.fill == U' ');
  auto const owned = rill::right(std::string("ada"), 4, U'\u2022');
  static_assert(is_same_v<decltype(owned.value), std::string>);
  CHECK(owned.value == "ada");
  CHECK(owned.fill == U'\u2022');
  CHECK(rill::center(1, 2, '*').fill == U'*');
}

TEST_CASE("value/layout: a width below zero is none") {
  std::ptrdiff_t const missing = -3;
  auto const width = static_cast<std::size_t>(missing);
  CHECK(rill::left("ab", width).width == 0);
  CHECK(rill::right(7, width).width == 0);
  CHECK(rill::center(7, ~std::size_t{}).width == 0);
  CHECK(rill::right(7, ~std::size_t{} / 2).width == ~std::size_t{} / 2);
}

TEST_CASE("value/layout: a temporary inside a wrapper is moved, not copied") {
  std::string const long_text(100, 'x');
  std::string from = long_text;
  char const* const place = from.data();
  auto const quoted = rill::quoted(static_cast<std::string&&>(from));
  CHECK(quoted.value.data() == place);
  auto const list = rill::join(std::vector<int>{1, 2}, ", ");
  CHECK(list.range.size() == 2);
  static_assert(is_same_v<decltype(list.separator), char const(&)[3]>);
  auto const one = rill::when(true, std::string("yes"), 7);
  CHECK(one.first);
  CHECK(one.a == "yes");
  CHECK(one.b == 7);
  CHECK(rill::end(std::string("\n")).value == "\n");
}

TEST_CASE("value/layout: ptr takes objects, functions and nothing") {
  int const volatile object = 1;
  void const volatile* const place = &object;
  CHECK((rill::ptr(&object).value == place));
  CHECK((rill::ptr(nullptr).value == nullptr));
  void* const nothing = nullptr;
  CHECK((rill::ptr(nothing).value == nullptr));
  auto const code = reinterpret_cast<void const volatile*>(&plain_function);
  CHECK((rill::ptr(plain_function).value == code));
  auto const quiet = reinterpret_cast<void const volatile*>(&quiet_function);
  CHECK((rill::ptr(&quiet_function).value == quiet));
}
