// test/print/number_style_test.cpp: signs, groups of digits, the decimal
// comma and zeros in front, in every order of wrapping: against a twin that
// adds one zero after the other, and texts that Python's format() wrote.
// covers: print/number.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <stdio.h>  // snprintf

#include <iomanip>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../reference/digits.h"
#include "support/every_way.h"

namespace {

using rill_test::prints_everywhere;

struct style {
  char sign = '-';
  bool comma = false;
  std::size_t group = 0;  // 0: none
  std::string separator = {};
  std::size_t width = 0;
};

std::string in_groups(std::string const& digits, style const& s) {
  if (s.group == 0) return digits;
  std::string usual = s.comma ? "." : ",";
  std::string text;
  for (std::size_t i = 0; i != digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % s.group == 0)
      text += s.separator.empty() ? usual : s.separator;
    text += digits[i];
  }
  return text;
}

// The number of characters in UTF-8 text.
std::size_t characters(std::string const& text) {
  std::size_t count = 0;
  for (char const c : text)
    count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

// The twin: a number with a style. `text` begins with `prefix` bytes of prefix,
// and the whole digits end at the first character of `marks`.
std::string slow(std::string text, style const& s, std::size_t prefix = 0,
                 std::string_view marks = ".eE") {
  std::string sign = s.sign == '-' ? "" : std::string(1, s.sign);
  if (text[0] == '-') {
    sign = "-";
    text.erase(0, 1);
  }
  if (marks != "" && (text[0] | 0x20) >= 'i') {
    text = sign + text;
    while (text.size() < s.width) text = " " + text;
    return text;
  }
  std::string const mark = text.substr(0, prefix);
  text.erase(0, prefix);
  std::size_t const point = text.find_first_of(marks);
  std::string digits = text.substr(0, point);
  std::string rest = point == std::string::npos ? "" : text.substr(point);
  if (s.comma && rest[0] == '.') rest[0] = ',';
  for (;;) {
    std::string const whole = sign + mark + in_groups(digits, s) + rest;
    if (characters(whole) >= s.width) return whole;
    digits = "0" + digits;
  }
}

std::string decimal(char const* format, double x, int digits) {
  char text[500];
  return {text, static_cast<std::size_t>(
                    snprintf(text, sizeof text, format, digits, x))};
}

// How many styles of a number print wrongly. The number prints as `plain`
// without a style.
template <class Number>
int wrong_styles(Number const& n, std::string const& plain, std::size_t group,
                 std::size_t prefix = 0, std::string_view marks = ".eE") {
  using namespace rill;
  int wrong = 0;
  auto const check = [&](auto const& value, style const& s) {
    std::string const want = slow(plain, s, prefix, marks);
    if (concat(value) == want && formatted_size(value) == want.size()) return;
    ++wrong;
    MESSAGE(concat(value), " is not ", want);
  };
  check(plus(n), {'+'});
  check(space(n), {' '});
  check(decimal_comma(n), {'-', true});
  check(grouped(n), {'-', false, group});
  check(decimal_comma(grouped(n)), {'-', true, group});
  check(grouped(plus(n), U'\u2009'), {'+', false, group, "\xE2\x80\x89"});
  check(grouped(grouped(n, '\''), '_'), {'-', false, group, "_"});
  for (std::size_t w = 0; w <= 60; w += w < 26 ? 1 : 7) {
    check(zero_padded(n, w), {'-', false, 0, {}, w});
    check(plus(zero_padded(n, w)), {'+', false, 0, {}, w});
    check(zero_padded(grouped(n), w), {'-', false, group, {}, w});
    check(space(grouped(zero_padded(decimal_comma(n), w), U'\u00B7')),
          {' ', true, group, "\xC2\xB7", w});
  }
  return wrong;
}

template <class T>
int wrong_integer(T n) {
  using namespace rill;
  using reference::text_by_doubling;
  std::string const low = text_by_doubling(n, 16);
  std::string const two = text_by_doubling(n, 2);
  std::string const eight = text_by_doubling(n, 8);
  auto const prefixed = [](std::string text, char const* mark) {
    return text.insert(text[0] == '-', mark);
  };
  return wrong_styles(n, text_by_doubling(n, 10), 3, 0, "") +
         wrong_styles(hex(n), low, 4, 0, "") +
         wrong_styles(upper(hex(n)), text_by_doubling(n, 16, true), 4, 0, "") +
         wrong_styles(prefix(hex(n)), prefixed(low, "0x"), 4, 2, "") +
         wrong_styles(prefix(bin(n)), prefixed(two, "0b"), 4, 2, "") +
         wrong_styles(prefix(oct(n)), n == 0 ? eight : prefixed(eight, "0"), 4,
                      1, "") +
         wrong_styles(base<36>(n), text_by_doubling(n, 36), 3, 0, "") +
         wrong_styles(base<12>(n), text_by_doubling(n, 12), 3, 0, "");
}

template <class T>
void check_integers() {
  constexpr int bits = static_cast<int>(sizeof(T)) * 8;
  T const top = static_cast<T>(T(1) << (bits - 2));
  CHECK(wrong_integer(T(0)) == 0);
  CHECK(wrong_integer(T(7)) == 0);
  CHECK(wrong_integer(static_cast<T>(top - 1 + top)) == 0);
  CHECK(wrong_integer(static_cast<T>(~(top - 1 + top))) == 0);
  CHECK(wrong_integer(static_cast<T>(T(0) - T(100))) == 0);
}

}  // namespace

TEST_CASE("print/number: integers of every type, in every base") {
  check_integers<signed char>();
  check_integers<unsigned short>();
  check_integers<int>();
  check_integers<unsigned long>();
  check_integers<long long>();
#if RILL_INT128
  check_integers<rill::detail::int128>();
  check_integers<rill::detail::uint128>();
#endif
}

TEST_CASE("print/number: floating-point numbers in every form") {
  for (double const x :
       {0.0, -0.0, 0.5, -1.0, 999.5, 1234.5, -123456.75, 1e6, 1e22, -1e-7,
        1e100, __builtin_inf(), -__builtin_inf()}) {
    CAPTURE(x);
    using namespace rill;
    CHECK(wrong_styles(x, concat(x), 3) == 0);
    auto const wide = static_cast<long double>(x);
    CHECK(wrong_styles(wide, concat(wide), 3) == 0);
    CHECK(wrong_styles(upper(x), concat(upper(x)), 3) == 0);
    for (int n : {0, 2, 30}) {
      CHECK(wrong_styles(fixed(x, n), decimal("%.*f", x, n), 3) == 0);
      CHECK(wrong_styles(scientific(x, n), decimal("%.*e", x, n), 3) == 0);
      CHECK(wrong_styles(upper(general(x, n)), decimal("%.*G", x, n), 3) == 0);
      CHECK(wrong_styles(hexfloat(x, n), decimal("%.*a", x, n), 4, 2, ".p") ==
            0);
    }
  }
  CHECK(wrong_styles(__builtin_nan(""), "nan", 3) == 0);
  CHECK(wrong_styles(-__builtin_nanf(""), "nan", 3) == 0);
  CHECK(wrong_styles(rill::upper(rill::fixed(__builtin_nanl(""), 2)), "NAN",
                     3) == 0);
}

TEST_CASE("print/number: the first digit of hexfloat may be a letter") {
  long double const x = 1.6L;
  char text[64];
  std::string const plain(
      text, static_cast<std::size_t>(snprintf(text, sizeof text, "%La", x)));
  CHECK(wrong_styles(rill::hexfloat(x), plain, 4, 2, ".p") == 0);
}

TEST_CASE("print/number: as Python formats") {
  using namespace rill;
  // The expected texts are by Python, such as format(12345, '010,').
  CHECK(concat(zero_padded(grouped(12345), 10)) == "00,012,345");
  CHECK(concat(zero_padded(grouped(12345), 8)) == "0,012,345");
  CHECK(concat(zero_padded(grouped(-12345), 8)) == "-012,345");
  CHECK(concat(plus(grouped(fixed(1234567.891, 2)))) == "+1,234,567.89");
  CHECK(concat(plus(fixed(-0.0, 1))) == "-0.0");
  CHECK(concat(zero_padded(prefix(hex(5)), 6)) == "0x0005");
  CHECK(concat(zero_padded(prefix(bin(-5)), 10)) == "-0b0000101");
  CHECK(concat(grouped(hex(0xdeadbeefcafe), '_')) == "dead_beef_cafe");
  CHECK(concat(grouped(bin(1234567), '_')) == "1_0010_1101_0110_1000_0111");
  CHECK(concat(grouped(prefix(upper(hex(1234567))), '_')) == "0X12_D687");
  CHECK(concat(space(scientific(12345.678, 3))) == " 1.235e+04");
  CHECK(concat(zero_padded(grouped(fixed(1234.5, 1)), 12)) == "00,001,234.5");
  CHECK(concat(zero_padded(grouped(fixed(1234.5, 1)), 13)) == "000,001,234.5");
  CHECK(concat(plus(zero_padded(scientific(0.00012, 1), 12))) ==
        "+00001.2e-04");
}

TEST_CASE("print/number: prefix(oct(n)) is printf's %#o and showbase") {
  using namespace rill;
  for (unsigned const n : {0u, 1u, 7u, 8u, 63u, 64u, 12345u, ~0u}) {
    auto const c = [&](char const* format) {
      char text[40];
      snprintf(text, sizeof text, format, n);
      return std::string(text);
    };
    std::ostringstream stream;
    stream << std::showbase << std::oct << n;
    CHECK(concat(prefix(oct(n))) == c("%#o"));
    CHECK(concat(prefix(oct(n))) == stream.str());
    CHECK(concat(right(prefix(oct(n)), 6)) == c("%#6o"));
    CHECK(concat(left(prefix(oct(n)), 6)) == c("%-#6o"));
    CHECK(concat(zero_padded(prefix(oct(n)), 6)) == c("%#06o"));
    // %#X writes zero without a prefix, so zero is left out.
    if (n != 0) CHECK(concat(upper(prefix(hex(n)))) == c("%#X"));
  }
  CHECK(concat(upper(prefix(oct(0)))) == "0");
  CHECK(concat(plus(prefix(oct(0))), prefix(oct(-8))) == "+0-010");
  CHECK(concat(prefix(hex(0)), prefix(bin(0))) == "0x00b0");
}

TEST_CASE("print/number: as the manipulators of iostream write") {
  using namespace rill;
  // The rows of the tables in docs/from-iostream.md.
  for (double const x : {0.0, -0.0, 1.0, 0.1, -2.5, 100000.0, 123456.0,
                         1234567.0, 1e15, 1e-4, 1e-5, 5e-324, 1e308}) {
    auto const stream = [&](auto... manipulators) {
      std::ostringstream out;
      (out << ... << manipulators) << x;
      return out.str();
    };
    CHECK(concat(general(x, 6)) == stream());
    CHECK(concat(upper(general(x, 6))) == stream(std::uppercase));
    CHECK(concat(plus(general(x, 6))) == stream(std::showpos));
    CHECK(concat(zero_padded(general(x, 6), 12)) ==
          stream(std::internal, std::setfill('0'), std::setw(12)));
    CHECK(concat(fixed(x, 2)) == stream(std::fixed, std::setprecision(2)));
    CHECK(concat(scientific(x, 2)) ==
          stream(std::scientific, std::setprecision(2)));
    CHECK(concat(hexfloat(x)) == stream(std::hexfloat));
    CHECK(concat(right(general(x, 6), 12)) == stream(std::setw(12)));
  }
  for (int const n : {0, 1, -1, 12345, -12345}) {
    auto const stream = [&](auto... manipulators) {
      std::ostringstream out;
      (out << ... << manipulators) << n;
      return out.str();
    };
    CHECK(concat(plus(n)) == stream(std::showpos));
    CHECK(concat(right(n, 8)) == stream(std::setw(8)));
    CHECK(concat(zero_padded(n, 8)) ==
          stream(std::internal, std::setfill('0'), std::setw(8)));
  }
}

TEST_CASE("print/number: wrappers nest in any order") {
  using namespace rill;
  unsigned const n = 0xBEEF;
  std::string const want = "+0X00_BEEF";
  for (std::string const& got :
       {concat(plus(grouped(zero_padded(upper(prefix(hex(n))), 10), '_'))),
        concat(upper(prefix(hex(plus(grouped(zero_padded(n, 10), '_')))))),
        concat(prefix(zero_padded(hex(grouped(plus(n), '_')), 10)))
            .replace(1, 9, "0X00_BEEF"),
        concat(grouped(upper(plus(prefix(zero_padded(hex(n), 10)))), '_')),
        concat(zero_padded(prefix(grouped(upper(hex(plus(n))), '_')), 10))})
    CHECK(got == want);
  CHECK(concat(oct(plus(8)), bin(plus(2)), base<7>(plus(7))) == "+10+10+10");
  double const x = -1234.5;
  std::string const money = "-01.234,50";
  for (std::string const& got :
       {concat(fixed(zero_padded(grouped(decimal_comma(x)), 10), 2)),
        concat(decimal_comma(grouped(fixed(zero_padded(x, 10), 2)))),
        concat(zero_padded(decimal_comma(fixed(grouped(x), 2)), 10)),
        concat(fixed(
            scientific(
                grouped(decimal_comma(zero_padded(scientific(x, 1), 10))), 3),
            2))})
    CHECK(got == money);
  CHECK(concat(upper(plus(general(upper(1e30))))) == "+1E+30");
  CHECK(concat(hexfloat(plus(upper(x)))) == "-0X1.34AP+10");
  // Wrappers that are variables, const and not.
  auto const styled = plus(x);
  auto named = grouped(styled);
  CHECK(concat(named, zero_padded(named, 10), fixed(styled, 0)) ==
        "-1,234.5-001,234.5-1234");
}

TEST_CASE("print/number: every way of printing gives the same") {
  using namespace rill;
  CHECK(prints_everywhere("+1,234,567.89 [-000012] 0,5",
                          plus(grouped(fixed(1234567.891, 2))), " [",
                          zero_padded(-12, 7), "] ", decimal_comma(0.5)));
  CHECK(
      prints_everywhere("dead\xE2\x80\x89"
                        "beef",
                        grouped(hex(0xdeadbeefu), U'\u2009')));
  CHECK(prints_everywhere(
      slow(decimal("%.*f", 1e300, 40), {'+', true, 3, "'", 600}),
      plus(decimal_comma(zero_padded(grouped(fixed(1e300, 40), '\''), 600)))));
  CHECK(prints_everywhere("1,50" + std::string(1998, '0') + "e+00",
                          decimal_comma(scientific(1.5, 2000))));
  CHECK(prints_everywhere("  +5|+5  |+5", right(plus(5), 4), '|',
                          left(plus(5), 4), '|', center(plus(5), 2)));
}

TEST_CASE("print/number: wide fields are streamed, negative ones none") {
  using namespace rill;
  std::string const zeros(999'996, '0');
  CHECK((concat(zero_padded(-1.5, 1'000'000)) == "-" + zeros + "1.5"));
  CHECK(formatted_size(zero_padded(grouped(7), 1'000'000)) == 1'000'001);
  CHECK(formatted_size(zero_padded(__builtin_inf(), 1'000'000)) == 1'000'000);
  CHECK(formatted_size(zero_padded(hex(7), 2'000'000'000)) == 2'000'000'000);
  auto const below = static_cast<std::size_t>(std::ptrdiff_t{-3});
  CHECK(concat(zero_padded(7, below)) == "7");
  CHECK(concat(zero_padded(plus(0.5), ~std::size_t{})) == "+0.5");
}

TEST_CASE("print/number: characters and bool are no numbers") {
  static_assert(rill::printable<decltype(rill::plus(5))>);
  static_assert(rill::printable<decltype(rill::plus(5.0L))>);
  static_assert(rill::printable<decltype(rill::plus(rill::hex(5)))>);
  static_assert(!rill::printable<decltype(rill::plus('5'))>);
  static_assert(!rill::printable<decltype(rill::plus(true))>);
  static_assert(!rill::printable<decltype(rill::grouped("text"))>);
  static_assert(!rill::printable<decltype(rill::plus(rill::hex('5')))>);
  static_assert(!rill::printable<decltype(rill::plus(rill::fixed(5)))>);
  static_assert(!rill::printable<decltype(rill::plus(rill::hex(0.5)))>);
}

static_assert([] {
  using namespace rill;
  char memory[40] = {};
  auto const r = format_into(memory, plus(grouped(fixed(1234.5, 2))), ' ',
                             zero_padded(prefix(hex(255)), 8));
  return std::string_view(memory, r.size_needed) == "+1,234.50 0x0000ff";
}());

static_assert([] {
  using namespace rill;
  char memory[40] = {};
  auto const r = format_into(memory, prefix(oct(0)), ' ', prefix(oct(8)), ' ',
                             zero_padded(prefix(oct(0)), 3));
  return std::string_view(memory, r.size_needed) == "0 010 000";
}());
