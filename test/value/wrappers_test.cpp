// test/value/wrappers_test.cpp: what the wrappers hold, and how they hold it:
// an lvalue by reference, a temporary by value; forms and styles of numbers
// always by value. What they print is in test/print/.
// covers: rill/value/padding.h
// covers: rill/value/wrappers.h
#include <doctest/doctest.h>
#include <rill/value/padding.h>
#include <rill/value/wrappers.h>

#include <string>
#include <type_traits>  // std::is_same_v
#include <vector>

using std::is_same_v;

namespace {
void plain_function() {}
void quiet_function() noexcept {}
}  // namespace

TEST_CASE("value/wrappers: the wrappers keep base, case and prefix") {
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

TEST_CASE("value/wrappers: forms keep the number and its digits") {
  double x = 2.5;
  auto const f = rill::fixed(x, 2);
  static_assert(is_same_v<decltype(f.value), double>);
  CHECK(f.value == x);
  CHECK(f.digits == 2);
  double const fast = 1;
  static_assert(is_same_v<decltype(rill::general(fast).value), double>);
  static_assert(is_same_v<decltype(rill::hexfloat(1.5f).value), float>);
  static_assert(rill::scientific(1.5L, 7).digits == 7);
  static_assert(rill::fixed(1.5).digits == -1);
  using form = rill::detail::float_form;
  static_assert(is_same_v<decltype(rill::upper(rill::fixed(1.0, 2))),
                          rill::detail::formed<double, form::fixed, true>>);
  static_assert(is_same_v<decltype(rill::upper(x)),
                          rill::detail::formed<double, form::shortest, true>>);
  // The last form replaces the others, and upper() is kept.
  auto const again = rill::scientific(rill::upper(rill::fixed(x, 2)), 3);
  static_assert(
      is_same_v<decltype(again),
                rill::detail::formed<double, form::scientific, true> const>);
  CHECK(again.value == x);
  CHECK(again.digits == 3);
}

TEST_CASE("value/wrappers: styles gather in one wrapper") {
  double x = 2.5;
  auto const one = rill::plus(x);
  static_assert(
      is_same_v<decltype(one), rill::detail::styled_number<double&> const>);
  CHECK(one.target == &x);
  static_assert(
      is_same_v<decltype(rill::plus(7)), rill::detail::styled_number<int>>);
  CHECK(one.number == x);
  CHECK(one.style.sign == '+');
  static_assert(
      is_same_v<decltype(rill::space(7)), rill::detail::styled_number<int>>);
  static_assert(rill::space(7).style.sign == ' ');
  // The inner wrapper is a variable.
  auto const all =
      rill::zero_padded(rill::decimal_comma(rill::grouped(one, U'\'')), 12);
  static_assert(
      is_same_v<decltype(all), rill::detail::styled_number<double> const>);
  CHECK(all.number == x);
  CHECK(all.style.sign == '+');
  CHECK(all.style.comma);
  CHECK(all.style.is_grouped);
  CHECK(all.style.separator == U'\'');
  CHECK(all.style.width == 12);
  CHECK(rill::zero_padded(1, ~std::size_t{}).style.width == 0);
}

TEST_CASE("value/wrappers: bases and forms go inside of the style") {
  int n = 255;
  double x = 2.5;
  auto const h = rill::upper(rill::prefix(rill::hex(rill::plus(n))));
  static_assert(is_same_v<decltype(h),
                          rill::detail::styled_number<
                              rill::detail::based<int, 16, true, true>> const>);
  static_assert(
      is_same_v<decltype(rill::oct(rill::space(7))),
                rill::detail::styled_number<rill::detail::based<int, 8>>>);
  static_assert(
      is_same_v<decltype(rill::bin(rill::space(7))),
                rill::detail::styled_number<rill::detail::based<int, 2>>>);
  static_assert(
      is_same_v<decltype(rill::base<36>(rill::space(7))),
                rill::detail::styled_number<rill::detail::based<int, 36>>>);
  CHECK(h.number.value == n);
  CHECK(h.style.sign == '+');
  auto const f = rill::fixed(rill::grouped(rill::upper(x)), 2);
  static_assert(
      is_same_v<decltype(f),
                rill::detail::styled_number<rill::detail::formed<
                    double, rill::detail::float_form::fixed, true>> const>);
  CHECK(f.number.value == x);
  CHECK(f.number.digits == 2);
  CHECK(f.style.is_grouped);
  static_assert(
      is_same_v<decltype(rill::plus(rill::fixed(1.5, 2)).number),
                rill::detail::formed<double, rill::detail::float_form::fixed>>);
}

TEST_CASE("value/padding: fields keep the value, the width and the fill") {
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

TEST_CASE("value/padding: a width below zero is none") {
  std::ptrdiff_t const missing = -3;
  auto const width = static_cast<std::size_t>(missing);
  CHECK(rill::left("ab", width).width == 0);
  CHECK(rill::right(7, width).width == 0);
  CHECK(rill::center(7, ~std::size_t{}).width == 0);
  CHECK(rill::right(7, ~std::size_t{} / 2).width == ~std::size_t{} / 2);
}

TEST_CASE("value/padding: a temporary inside a wrapper is moved, not copied") {
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

TEST_CASE("value/padding: ptr takes objects, functions and nothing") {
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
