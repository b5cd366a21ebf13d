// Floating-point numbers are taken apart and put together.
#include "rill/number/floating.h"

#include <doctest/doctest.h>
#include <stdio.h>  // snprintf

#include <cmath>  // std::ldexp
#include <limits>
#include <random>  // std::mt19937_64
#include <string>
#include <type_traits>

namespace {

using rill::detail::float_format;
using rill::detail::put_together;
using rill::detail::take_apart;

// The text of the C library. With -ffast-math, x != x is false for a nan and
// expressions lose the sign of a zero.
template <class T>
std::string printed(T x) {
  char text[64];
  int const size =
      snprintf(text, sizeof text, "%.0Le", static_cast<long double>(x));
  return {text, static_cast<std::size_t>(size)};
}

// Whether a number keeps every bit, an infinity its sign, and a nan is a nan.
template <class T>
bool comes_back(T x) {
  auto const parts = take_apart(x);
  T const back = put_together<T>(parts);
  std::string const sign = parts.negative ? "-" : "";
#if defined(__MINGW32__)  // its printf gives no nan a sign
  if (!parts.is_finite && parts.m) return printed(back) == "nan";
#endif
  if (!parts.is_finite)
    return printed(x) == sign + (parts.m ? "nan" : "inf") &&
           printed(back) == printed(x);
  if (parts.m == 0)
    return printed(x) == sign + "0e+00" && printed(back) == printed(x);
  return back == x && take_apart(back).negative == parts.negative &&
         (back < 0) == parts.negative;
}

}  // namespace

TEST_CASE("number/floating: every float, at steps") {
  for (std::uint64_t bits = 0; bits < 0x100000000; bits += 9973) {
    auto const x = __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
    REQUIRE(comes_back(x));
  }
}

#if RILL_FLOAT16
TEST_CASE("number/floating: every _Float16") {
  for (unsigned bits = 0; bits != 0x10000; ++bits) {
    auto const x = __builtin_bit_cast(rill::detail::float16,
                                      static_cast<std::uint16_t>(bits));
    auto const parts = take_apart(x);
    CAPTURE(bits);
    auto const back = put_together<rill::detail::float16>(parts);
    auto const back_bits = __builtin_bit_cast(std::uint16_t, back);
    if (!parts.is_finite && parts.m != 0) {
      REQUIRE((back_bits & 0x7fff) == 0x7e00);
      continue;
    }
    REQUIRE(back_bits == bits);
    if (!parts.is_finite) continue;
    double const value = std::ldexp(static_cast<double>(parts.m), parts.k);
    REQUIRE((parts.negative ? -value : value) == static_cast<double>(x));
  }
}
#endif

TEST_CASE_TEMPLATE("number/floating: random numbers, by their value", T, float,
                   double, long double) {
  using format = float_format<T>;
  std::mt19937_64 random(1);
  for (int i = 0; i != 20000; ++i) {
    // A whole number within the precision, times a power of two.
    auto const m = static_cast<T>(random() >> (random() % 40));
    int const range = format::greatest_exponent - format::least_exponent;
    int const k = format::least_exponent +
                  static_cast<int>(random() % static_cast<unsigned>(range));
    T const x = std::ldexp(random() % 2 ? m : -m, k);
    REQUIRE(comes_back(x));
    auto const parts = take_apart(x);
    if (!parts.is_finite) continue;
    REQUIRE(parts.k >= format::least_exponent);
    REQUIRE(parts.k <= format::greatest_exponent);
    T const value = std::ldexp(static_cast<T>(parts.m), parts.k);
    REQUIRE((parts.negative ? -value : value) == x);
  }
}

TEST_CASE_TEMPLATE("number/floating: the extremes", T, float, double,
                   long double) {
  using limits = std::numeric_limits<T>;
  using format = float_format<T>;
  CHECK(format::precision == limits::digits);
  CHECK(format::greatest_exponent + format::precision == limits::max_exponent);
  CHECK(format::least_exponent == limits::min_exponent - limits::digits);
  auto const least = take_apart(limits::denorm_min());
  CHECK((least.m == 1 && least.k == format::least_exponent));
  auto const most = take_apart(-limits::max());
  CHECK((most.negative && most.k == format::greatest_exponent));
  CHECK((most.m >> (format::precision - 1)) == 1);
  auto const zero = take_apart(-T{0});
  CHECK((zero.m == 0 && zero.negative && zero.is_finite &&
         zero.k == format::least_exponent));
  auto const infinite = take_apart(-limits::infinity());
  CHECK((infinite.m == 0 && infinite.negative && !infinite.is_finite));
  for (T const x : {limits::denorm_min(), limits::min(), limits::max(), T{0},
                    limits::infinity(), limits::quiet_NaN()}) {
    CHECK(comes_back(x));
    CHECK(comes_back(-x));
  }
}

#if RILL_LONG_DOUBLE_BITS == 64
TEST_CASE("number/floating: what the x87 format has beside numbers") {
  rill::detail::extended_bits bits{};
  // A normal exponent, but the first bit of the significand is 0.
  bits.exponent = 0x3fff;
  bits.high = 0x40000000;
  auto parts = take_apart(__builtin_bit_cast(long double, bits));
  CHECK(!parts.is_finite);
  CHECK(parts.m != 0);
  // The same with the exponent of an infinity.
  bits.exponent = 0x7fff;
  bits.high = 0;
  parts = take_apart(__builtin_bit_cast(long double, bits));
  CHECK(!parts.is_finite);
  CHECK(parts.m != 0);
  // The exponent of subnormals, but the first bit is 1: the least normal
  // number.
  bits.exponent = 0;
  bits.high = 0x80000000;
  parts = take_apart(__builtin_bit_cast(long double, bits));
  CHECK(parts.is_finite);
  CHECK(parts.m == std::uint64_t{1} << 63);
  CHECK(parts.k == rill::detail::extended_format::least_exponent);
}
#endif

static_assert(take_apart(1.5).m == std::uint64_t{3} << 51);
static_assert(take_apart(1.5).k == -52);
static_assert(put_together<double>({std::uint64_t{3} << 51, -52, true, true}) ==
              -1.5);
static_assert(!rill::floating<int> && rill::floating<double>);
