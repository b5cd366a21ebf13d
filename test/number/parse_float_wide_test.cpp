// Reading floating-point numbers of every format, against half-way points
// written out in decimal; under every rounding mode; in linear time.
#if defined(__clang__) && defined(__x86_64__) && !defined(RILL_BFLOAT16)
#define RILL_BFLOAT16 1  // at -O2 it needs no runtime library
#endif
#include <doctest/doctest.h>
#include <fenv.h>  // fesetround
#include <time.h>  // clock: processor time

#include <cmath>
#include <random>
#include <string>

#include "../reference/nearest.h"
#include "../support/float_text.h"
#include "rill/number/parse_float.h"

namespace {

using rill::number_error;
using rill_test::float_reading;
using rill_test::read_float;
using rill_test::read_float_plainly;
using rill_test::same_bits;

// Whether a decimal text of the form [-]digits[.digits]e… reads as the nearest
// number, or is out of range.
template <class T>
bool agrees_with(T const& before, std::string const& text) {
  std::string const positive = text[0] == '-' ? text.substr(1) : text;
  reference::decimal const exact = reference::decimal_of(positive);
  T quick = before, plain = before;
  float_reading const how = read_float(text, quick);
  if (read_float_plainly(text, plain) != how || !same_bits(quick, plain))
    return false;
  if (how.size != text.size()) return false;
  auto parts = rill::detail::take_apart(quick);
  if (exact.digits.empty())
    return how.error == number_error::none && parts.m == 0 && parts.is_finite;
  if (how.error == number_error::out_of_range)
    return same_bits(quick, before) && reference::is_out_of_range<T>(exact);
  if (how.error != number_error::none || !parts.is_finite) return false;
  if (parts.m == 0 || parts.negative != (text[0] == '-')) return false;
  parts.negative = false;
  return reference::is_nearest(exact, rill::detail::put_together<T>(parts));
}

template <class T>
T number_of(rill::detail::significand_of<T> m, int k) {
  return rill::detail::put_together<T>({m, k, false, true});
}

std::string text_of(reference::decimal const& d, std::string const& tail = "") {
  return "0." + d.digits + tail + "e" + std::to_string(d.point);
}

// Reads the half-way points around x, and texts just below and above each.
template <class T>
bool reads_around(T const& x, T const& before) {
  auto const n = reference::neighbourhood_of(x);
  for (reference::decimal const& d : {n.below, n.above}) {
    if (d.digits.empty()) continue;
    if (!agrees_with(before, text_of(d))) return false;
    if (!agrees_with(before, text_of(d, "1"))) return false;
    if (!agrees_with(before, text_of(d, std::string(900, '0') + "1")))
      return false;
    reference::decimal less = d;
    --less.digits.back();
    if (!agrees_with(before, text_of(less, "9999999"))) return false;
  }
  return true;
}

template <class T>
void check_format(int numbers, int texts) {
  using format = rill::detail::float_format<T>;
  using significand = rill::detail::significand_of<T>;
  constexpr significand first = significand{1} << (format::precision - 1);
  constexpr significand most = static_cast<significand>(first - 1 + first);
  T const before = number_of<T>(first, 1 - format::precision);
  std::mt19937_64 engine(8);
  auto random_significand = [&] {
    significand m = static_cast<significand>(engine());
    if constexpr (sizeof(significand) > 8)
      m = static_cast<significand>(m << 64 |
                                   static_cast<significand>(engine()));
    return static_cast<significand>(m & (first - 1));
  };
  constexpr int exponents = format::greatest_exponent - format::least_exponent;
  // The ends of the format.
  CHECK(reads_around(number_of<T>(1, format::least_exponent), before));
  CHECK(reads_around(number_of<T>(2, format::least_exponent), before));
  CHECK(reads_around(number_of<T>(first - 1, format::least_exponent), before));
  CHECK(reads_around(number_of<T>(first, format::least_exponent), before));
  CHECK(reads_around(number_of<T>(first, format::least_exponent + 1), before));
  CHECK(reads_around(number_of<T>(most, format::greatest_exponent), before));
  CHECK(reads_around(number_of<T>(first, format::greatest_exponent), before));
  for (int i = 0; i != numbers; ++i) {
    int const k = format::least_exponent +
                  static_cast<int>(engine() % static_cast<unsigned>(exponents));
    if (!reads_around(number_of<T>(first | random_significand(), k), before))
      CHECK(i < 0);
    if (!reads_around(
            number_of<T>(random_significand() | 1, format::least_exponent),
            before))
      CHECK(i < 0);
  }
  for (int i = 0; i != texts; ++i) {
    std::string const text =
        rill_test::any_decimal(engine, 20 + exponents * 2 / 5);
    if (!agrees_with(before, text)) CHECK(text == "");
    // Short texts: their exponents are near those of the format's numbers, so
    // not all are out of range.
    std::string const near = rill_test::any_decimal(engine, 20);
    if (!agrees_with(before, near)) CHECK(near == "");
  }
  // Hexadecimal texts have exact values.
  for (int i = 0; i != 1000; ++i) {
    int const k = format::least_exponent +
                  static_cast<int>(engine() % static_cast<unsigned>(exponents));
    significand const m = first | random_significand();
    std::string digits;
    for (significand rest = m; rest != 0; rest >>= 4)
      digits.insert(digits.begin(), "0123456789abcdef"[rest & 15]);
    T x = before;
    std::string text = "0x" + digits + "p" + std::to_string(k);
    CHECK(read_float(text, x).error == number_error::none);
    if (!same_bits(x, number_of<T>(m, k))) CHECK(text == "");
    // The half-way point above the number, and texts just above and below it.
    significand const up = m == most ? first : static_cast<significand>(m + 1);
    int const up_k = m == most ? k + 1 : k;
    if (up_k > format::greatest_exponent) continue;
    std::string const tail = "p" + std::to_string(k);
    read_float("0x" + digits + ".8" + tail, x);
    if (!same_bits(x, m & 1 ? number_of<T>(up, up_k) : number_of<T>(m, k)))
      CHECK(text == "");
    read_float("0x" + digits + ".80000000000000000000000000000001" + tail, x);
    if (!same_bits(x, number_of<T>(up, up_k))) CHECK(text == "");
    read_float("0x" + digits + ".7fffffffffffffffffffffffffffffff" + tail, x);
    if (!same_bits(x, number_of<T>(m, k))) CHECK(text == "");
  }
}

// Reads `text` five times. Returns the shortest time in seconds.
template <class T>
double seconds_for(std::string const& text, number_error want) {
  double least = 1e9;
  for (int i = 0; i != 5; ++i) {
    T x = 1;
    clock_t const begin = clock();
    auto const result =
        rill::parse_float(text.data(), text.data() + text.size(), x);
    double const took = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
    CHECK(result.end == text.data() + text.size());
    CHECK(result.error == want);
    if (took < least) least = took;
  }
  return least;
}

// Compares 1 and 4 million bytes. They may take up to 6 times as long instead
// of 4, because timings vary.
template <class T, class Make>
bool is_linear(Make make, number_error want = number_error::none) {
  // clock() advances in steps of 1/64 s on Windows.
#if defined(_WIN32)
  constexpr double tick = 1.0 / 64;
#else
  constexpr double tick = 1e-4;
#endif
  for (int attempt = 0; attempt != 5; ++attempt) {
    double const one = seconds_for<T>(make(1000000), want);
    double const four = seconds_for<T>(make(4000000), want);
    if (one < 1 && four < 6 * one + tick) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("number/parse_float: double around half-way points") {
  check_format<double>(200, 4000);
}

TEST_CASE("number/parse_float: float around half-way points") {
  check_format<float>(500, 4000);
}

TEST_CASE("number/parse_float: long double around half-way points") {
  check_format<long double>(6, 150);
}

TEST_CASE("number/parse_float: long double around half-way points [slow]") {
  check_format<long double>(100, 3000);
}

#if RILL_FLOAT128
TEST_CASE("number/parse_float: __float128 around half-way points") {
  check_format<rill::detail::float128>(6, 150);
}

TEST_CASE("number/parse_float: __float128 around half-way points [slow]") {
  check_format<rill::detail::float128>(100, 3000);
}
#endif

#if RILL_FLOAT16
TEST_CASE("number/parse_float: every _Float16 and the points between") {
  using half = rill::detail::float16;
  check_format<half>(100, 4000);
  half const before = number_of<half>(1024, -10);
  for (unsigned m = 1; m != 1024; ++m)
    if (!reads_around(number_of<half>(m, -24), before)) CHECK(m == 0);
  for (int k = -24; k <= 5; ++k)
    for (unsigned m = 1024; m < 2048; m += k % 5 ? 13u : 1u)
      if (!reads_around(number_of<half>(m, k), before)) CHECK(m == 0);
}
#endif

#if RILL_BFLOAT16
TEST_CASE("number/parse_float: every __bf16 and the points between") {
  using narrow = rill::detail::bfloat16;
  check_format<narrow>(100, 4000);
  narrow const before = number_of<narrow>(128, -7);
  for (int k = -133; k <= 120; ++k)
    for (unsigned m = k == -133 ? 1 : 128; m < 256; m += k % 8 ? 11u : 1u)
      if (!reads_around(number_of<narrow>(m, k), before)) CHECK(m == 0);
}
#endif

TEST_CASE("number/parse_float: no rounding mode changes a number") {
  int const modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  std::mt19937_64 engine(9);
  for (int i = 0; i != 2000; ++i) {
    std::string const text = rill_test::any_decimal(engine);
    double want = 0;
    float narrow_want = 0;
    long double wide_want = 0;
    auto const how = read_float(text, want);
    read_float(text, narrow_want);
    read_float(text, wide_want);
    for (int mode : modes) {
      if (fesetround(mode) != 0) continue;
      double x = 0;
      float narrow = 0;
      long double wide = 0;
      bool const same = read_float(text, x) == how && same_bits(x, want);
      read_float(text, narrow);
      read_float(text, wide);
      bool const all =
          same && same_bits(narrow, narrow_want) && same_bits(wide, wide_want);
      fesetround(FE_TONEAREST);
      if (!all) CHECK(text == "");
    }
  }
}

TEST_CASE("number/parse_float: a million digits in linear time") {
  CHECK(is_linear<double>([](std::size_t n) { return std::string(n, '0'); }));
  CHECK(is_linear<double>(
      [](std::size_t n) { return "0." + std::string(n, '0') + "0"; }));
  CHECK(is_linear<double>([](std::size_t n) {
    return "0." + std::string(n, '0') + "1e" + std::to_string(n);
  }));
  CHECK(is_linear<double>([](std::size_t n) {
    return "1" + std::string(n, '0') + "e-" + std::to_string(n);
  }));
  // A half-way point, with a 1 at the end and without.
  CHECK(is_linear<double>([](std::size_t n) {
    return "9007199254740993." + std::string(n, '0') + "1";
  }));
  CHECK(is_linear<double>(
      [](std::size_t n) { return "9007199254740993." + std::string(n, '0'); }));
  CHECK(is_linear<long double>(
      [](std::size_t n) { return "1." + std::string(n, '7'); }));
  CHECK(is_linear<double>([](std::size_t n) { return std::string(n, '7'); },
                          number_error::out_of_range));
  CHECK(is_linear<double>(
      [](std::size_t n) { return "0." + std::string(n, '0') + "1"; },
      number_error::out_of_range));
  CHECK(is_linear<double>(
      [](std::size_t n) { return "1e" + std::string(n, '9'); },
      number_error::out_of_range));
  CHECK(is_linear<double>(
      [](std::size_t n) { return "0e" + std::string(n, '9'); }));
  CHECK(is_linear<double>(
      [](std::size_t n) { return "0x0." + std::string(n, '0') + "1p4"; },
      number_error::out_of_range));
  CHECK(is_linear<double>(
      [](std::size_t n) { return "nan(" + std::string(n, 'a') + ")"; }));
  double x = 0;
  CHECK(
      read_float("0." + std::string(10000000, '0') + "15e10000001", x).error ==
      number_error::none);
  CHECK(x == 1.5);
  CHECK(read_float("15" + std::string(10000000, '0') + "e-10000001", x).error ==
        number_error::none);
  CHECK(x == 1.5);
  CHECK(read_float("1e1000000000000000000", x).error ==
        number_error::out_of_range);
  CHECK(read_float("1e-1000000000000000000", x).error ==
        number_error::out_of_range);
}
