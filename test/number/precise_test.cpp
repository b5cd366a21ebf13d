// Writing float and double with a number of digits: against printf.
// covers: number/precise.h
// covers: number/exact_digits.h
#include "../support/bfloat16.h"  // included before the library

#include "rill/number/precise.h"

#include <doctest/doctest.h>
#include <fenv.h>    // fesetround
#include <stdlib.h>  // strtod

#include <limits>
#include <random>  // std::mt19937_64
#include <string>
#include <string_view>

#include "../support/float_texts.h"
#include "../support/printed.h"

namespace {

using rill_test::as_printed;
using rill_test::as_printed_in_all_forms;
using rill_test::form;
using rill_test::format_of;
using rill_test::forms;
using rill_test::number_of;
using rill_test::number_of_fields;
using rill_test::printed;
using rill_test::written;

// A finite number of any exponent.
template <class T, class Random>
T any_number(Random& random) {
  using significand = typename format_of<T>::significand;
  auto const m = static_cast<significand>(
      random() & ((std::uint64_t{1} << (format_of<T>::precision - 1)) - 1));
  auto const biased =
      static_cast<int>(random() % (format_of<T>::greatest_biased));
  T const x = number_of_fields<T>(m, biased);
  return random() & 1 ? x : static_cast<T>(-x);
}

// Written by hand from the exact values.
struct row {
  double x;
  form f;
  int digits;
  std::string_view text;
};
constexpr row rows[] = {
    {0.0, form::fixed, 2, "0.00"},
    {-0.0, form::fixed, 2, "-0.00"},
    {0.5, form::fixed, 0, "0"},
    {1.5, form::fixed, 0, "2"},
    {2.5, form::fixed, 0, "2"},
    {0.125, form::fixed, 2, "0.12"},
    {0.375, form::fixed, 2, "0.38"},
    {2.675, form::fixed, 2, "2.67"},
    {9.995, form::fixed, 2, "9.99"},
    {999999.5, form::fixed, 0, "1000000"},
    {99.9999, form::fixed, 3, "100.000"},
    {0.0999, form::fixed, 3, "0.100"},
    {1e22, form::fixed, 1, "10000000000000000000000.0"},
    {1e23, form::fixed, 0, "99999999999999991611392"},
    {0.1, form::fixed, 25, "0.1000000000000000055511151"},
    {0.1, form::fixed, -7, "0"},
    {0.0, form::scientific, 3, "0.000e+00"},
    {9.5, form::scientific, 0, "1e+01"},
    {8.5, form::scientific, 0, "8e+00"},
    {1234.5, form::scientific, 3, "1.234e+03"},
    {999999.5, form::scientific, 5, "1.00000e+06"},
    {5e-324, form::scientific, 4, "4.9407e-324"},
    {1e100, form::scientific, 20, "1.00000000000000001590e+100"},
    {1e23, form::scientific, 0, "1e+23"},
    {0.0, form::general, 6, "0"},
    {100000.0, form::general, 6, "100000"},
    {1000000.0, form::general, 6, "1e+06"},
    {999999.5, form::general, 6, "1e+06"},
    {0.0001, form::general, 6, "0.0001"},
    {0.00001, form::general, 6, "1e-05"},
    {0.00012345678, form::general, 6, "0.000123457"},
    {0.00009999995, form::general, 6, "0.0001"},
    {25.0, form::general, 0, "2e+01"},
    {0.1, form::general, 17, "0.10000000000000001"},
    {-1234.5, form::general, 2147483647, "-1234.5"},
    {1.0, form::hexfloat, -1, "0x1p+0"},
    {-0.0, form::hexfloat, -1, "-0x0p+0"},
    {0.1, form::hexfloat, -1, "0x1.999999999999ap-4"},
    {1.96875, form::hexfloat, 1, "0x2.0p+0"},
    {1.03125, form::hexfloat, 1, "0x1.0p+0"},
    {5e-324, form::hexfloat, -1, "0x0.0000000000001p-1022"},
    {1.0, form::hexfloat, 15, "0x1.000000000000000p+0"},
};

constexpr bool constant_evaluation_agrees(row const& r) {
  char text[840] = {};
  char* const end = rill_test::write_form(text, r.x, r.f, r.digits, false);
  return std::string_view(text, static_cast<std::size_t>(end - text)) == r.text;
}
constexpr bool all_rows_agree() {
  for (row const& r : rows)
    if (!constant_evaluation_agrees(r)) return false;
  return true;
}
static_assert(all_rows_agree());

}  // namespace

TEST_CASE("number/precise: texts, by hand, also while compiling") {
  for (row const& r : rows) {
    CAPTURE(r.text);
    CHECK(written(r.x, r.f, r.digits) == r.text);
  }
}

TEST_CASE_TEMPLATE("number/precise: infinity and nan in every form", T, float,
                   double, long double) {
  T const infinite = std::numeric_limits<T>::infinity();
  T const nan = std::numeric_limits<T>::quiet_NaN();
  for (form const f : forms) {
    CHECK(written(infinite, f, 3) == "inf");
    CHECK(written(-infinite, f, 3, true) == "-INF");
    CHECK(written(nan, f, 0) == "nan");
    CHECK(written(-nan, f, 40, true) == "NAN");
  }
}

TEST_CASE_TEMPLATE("number/precise: random numbers as printf", T, float,
                   double) {
  std::mt19937_64 random(1);
  for (int i = 0; i != 8000; ++i) {
    T const x = any_number<T>(random);
    auto const digits = static_cast<int>(random() % 41);
    CAPTURE(x);
    CAPTURE(digits);
    REQUIRE(as_printed_in_all_forms(x, digits, i % 2 == 0));
  }
}

TEST_CASE_TEMPLATE("number/precise: everyday numbers as printf", T, float,
                   double) {
  std::mt19937_64 random(2);
  for (int i = 0; i != 5000; ++i) {
    auto const n = static_cast<T>(random() >> (random() % 64));
    // Decimals that binary numbers do not represent exactly, and binary
    // fractions with many ties.
    T const values[] = {n / 100, static_cast<T>(n / 1000000),
                        static_cast<T>(random() % 4096) / 64, n / 1048576,
                        static_cast<T>(random() % 2000000) / 200};
    for (T const x : values) {
      auto const digits = static_cast<int>(random() % 22);
      CAPTURE(x);
      CAPTURE(digits);
      REQUIRE(as_printed_in_all_forms(x, digits));
      REQUIRE(as_printed(x, form::fixed, 2));
    }
  }
}

TEST_CASE("number/precise: powers of two as printf") {
  for (int k = -1074; k < 1024; k += 3) {
    double const x = number_of<double>(
        k < -1022 ? std::uint64_t{1} << (k + 1074) : std::uint64_t{1} << 52,
        k < -1022 ? -1074 : k - 52);
    CAPTURE(k);
    for (int digits = 0; digits != 24; ++digits)
      REQUIRE(as_printed_in_all_forms(x, digits));
    REQUIRE(as_printed_in_all_forms(x, 1100));
  }
}

TEST_CASE("number/precise: powers of ten and their neighbours as printf") {
  for (int power = -323; power != 309; ++power) {
    double const x = strtod(("1e" + std::to_string(power)).c_str(), nullptr);
    auto const bits = __builtin_bit_cast(std::uint64_t, x);
    CAPTURE(power);
    for (std::uint64_t near = bits - 2; near != bits + 3; ++near)
      for (int const digits : {0, 1, 5, 6, 15, 16, 17, 18, 19, 40})
        REQUIRE(
            as_printed_in_all_forms(__builtin_bit_cast(double, near), digits));
  }
}

TEST_CASE("number/precise: all digits of ties, carries and the extremes") {
  double const values[] = {0.0,
                           0.5,
                           1.5,
                           2.5,
                           0.125,
                           3.5,
                           9.995,
                           999999.5,
                           0.0999,
                           9.5,
                           99999.5,
                           0.00099995,
                           0x1p-53,
                           0x1p-64,
                           0x1p-65,
                           0x1p-127,
                           0x1p-128,
                           0x1p63,
                           0x1p64,
                           0x1p65,
                           0x1.fffffffffffffp63,
                           5e-324,
                           2.2250738585072009e-308,
                           2.2250738585072014e-308,
                           1.7976931348623157e308,
                           9007199254740993.0};
  for (double const x : values) {
    for (int digits = 0; digits != 60; ++digits) {
      CAPTURE(x);
      CAPTURE(digits);
      REQUIRE(as_printed_in_all_forms(x, digits));
      REQUIRE(as_printed_in_all_forms(-x, digits));
      REQUIRE(as_printed_in_all_forms(static_cast<float>(x), digits));
    }
    for (int const digits : {74, 149, 324, 700, 764, 765, 766, 767, 768, 1073,
                             1074, 1075, 1100, 100000})
      REQUIRE(as_printed_in_all_forms(x, digits));
  }
}

TEST_CASE("number/precise: decimals half-way between two roundings") {
  // An odd number over 2^(digits + 1) has digits + 1 decimals, of which the
  // last is 5.
  std::mt19937_64 random(3);
  for (int i = 0; i != 6000; ++i) {
    auto const digits = static_cast<int>(random() % 12);
    double x = static_cast<double>((random() >> (20 + random() % 44)) * 2 + 1);
    for (int d = 0; d <= digits; ++d) x /= 2;  // digits + 1 decimals
    CAPTURE(x);
    CAPTURE(digits);
    REQUIRE(as_printed_in_all_forms(x, digits));
    // One significant digit fewer than x has.
    std::string const all = printed(x, form::scientific, 60);
    std::size_t const last = all.find_last_not_of('0', all.find('e') - 1);
    if (last > 3)
      REQUIRE(as_printed_in_all_forms(x, static_cast<int>(last) - 2));
  }
}

TEST_CASE("number/precise: the same in every rounding mode") {
  int const before = fegetround();
  for (int const mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::mt19937_64 random(4);
    for (int i = 0; i != 500; ++i) {
      double const x = any_number<double>(random);
      double const near = static_cast<double>(random() % 100000) / 64;
      auto const digits = static_cast<int>(random() % 24);
      for (form const f : forms) {
        if (f == form::hexfloat && !rill_test::printf_knows_hexfloat) continue;
        for (double const value : {x, near, -near}) {
          std::string const want = printed(value, f, digits);
          fesetround(mode);
          std::string const got = written(value, f, digits);
          fesetround(before);
          REQUIRE(got == want);
        }
      }
    }
  }
}

TEST_CASE("number/precise: all digits that there are, and no more") {
  CHECK(rill::fixed_exact_digits<double> == 1074);
  CHECK(rill::fixed_exact_digits<float> == 149);
  CHECK(rill::scientific_exact_digits<double> == 766);
  CHECK(rill::scientific_exact_digits<float> == 111);
  CHECK(rill::hexfloat_exact_digits<double> == 13);
  // The double with the most digits.
  double const longest = number_of<double>((std::uint64_t{1} << 53) - 1, -1074);
  std::string const all = written(longest, form::scientific, 766);
  CHECK(all[767] != '0');
  CHECK(written(longest, form::scientific, 767) ==
        all.substr(0, 768) + "0" + all.substr(768));
  CHECK(written(longest, form::general, 2147483647) ==
        written(longest, form::scientific, 766));
  std::string const plain = written(longest, form::fixed, 1074);
  CHECK(plain.back() != '0');
  CHECK(written(longest, form::fixed, 1075) == plain + "0");
}

TEST_CASE("number/precise: sizes do not overflow") {
  constexpr int most = 2147483647;
  CHECK(rill::fixed_size(1e308, most) > std::size_t{most} + 310);
  CHECK(rill::fixed_size<double>(most) > std::size_t{most} + 310);
  CHECK(rill::scientific_size<double>(most) > std::size_t{most} + 8);
  CHECK(rill::hexfloat_size<double>(most) > std::size_t{most} + 8);
  CHECK(rill::general_size(1.0, most) < 1000);
  CHECK(rill::fixed_size(0.0, -1) == rill::fixed_size(0.0, 0));
  CHECK(rill::fixed_size<double>(2) >= rill::fixed_size(1e308, 2));
}

#if RILL_FLOAT16
TEST_CASE("number/precise: every _Float16 as the float of the same value") {
  for (unsigned bits = 0; bits < 0x10000; bits += 3) {
    auto const x =
        __builtin_bit_cast(_Float16, static_cast<std::uint16_t>(bits));
    if (!rill::detail::take_apart(x).is_finite) continue;
    auto const value = static_cast<float>(x);
    for (form const f : forms) {
      int const digits = static_cast<int>(bits % 29);
      REQUIRE(rill_test::writes_printed(x, f, digits, false,
                                        printed(value, f, digits)));
    }
  }
}
#endif

#if RILL_BFLOAT16
TEST_CASE("number/precise: every __bf16 as the float of the same value") {
  for (unsigned bits = 0; bits < 0x10000; bits += 3) {
    auto const x = __builtin_bit_cast(rill::detail::bfloat16,
                                      static_cast<std::uint16_t>(bits));
    if (!rill::detail::take_apart(x).is_finite) continue;
    auto const value = __builtin_bit_cast(float, std::uint32_t{bits} << 16);
    for (form const f : forms) {
      int const digits = static_cast<int>(bits % 29);
      REQUIRE(rill_test::writes_printed(x, f, digits, false,
                                        printed(value, f, digits)));
    }
  }
}
#endif

TEST_CASE("number/precise: 20 million random texts as printf [slow]") {
  std::mt19937_64 random(5);
  for (int i = 0; i != 20000000; ++i) {
    double x = any_number<double>(random);
    if (i % 2) x = static_cast<double>(random() >> (random() % 64)) / 1048576;
    auto const digits = static_cast<int>(random() % 24);
    form const f = forms[random() % 4];
    if (!as_printed(x, f, digits)) {
      CAPTURE(x);
      CAPTURE(digits);
      REQUIRE(written(x, f, digits) == printed(x, f, digits));
    }
  }
}
