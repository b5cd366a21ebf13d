// The 128-bit powers of ten, against big integers.
#include "rill/number/floating.h"

#include <doctest/doctest.h>

#include "rill/number/big_integer.h"

namespace {

using rill::detail::big_integer;
using rill::detail::u128_parts;

// The highest 128 bits of 10^exponent, rounded down. `is_exact` tells whether
// all other bits are 0.
struct exact_power {
  u128_parts bits;
  bool is_exact;
};

exact_power power_by_big_integers(int exponent) {
  using number = big_integer<40>;
  if (exponent >= 0) {
    number n(1u);
    n.multiply_by_power_of_five(exponent);
    n.shift_left(128);  // so that there are two limbs
    n.shift_left((64 - n.bits() % 64) % 64);
    int const top = n.size() - 1;
    bool exact = true;
    for (int i = 0; i != top - 1; ++i) exact &= n.limb(i) == 0;
    return {{n.limb(top), n.limb(top - 1)}, exact};
  }
  // The quotient 2^(bits of 5^-exponent + 127) / 5^-exponent is between 2^127
  // and 2^128.
  number d(1u);
  d.multiply_by_power_of_five(-exponent);
  int const bits = d.bits();
  int const zeros = (64 - bits % 64) % 64;
  d.shift_left(zeros);
  number n(1u);
  n.shift_left(bits + 127 + zeros);
  number upper = d;
  upper.shift_left(64);
  std::uint64_t const high = n.divide_once(upper);
  return {{high, n.divide_once(d)}, false};
}

// floor(log2(10^e)), by a big integer.
int bits_of_ten_power(int e) {
  big_integer<600> n(1u);
  n.multiply_by_power_of_five(e);
  return n.bits() - 1 + e;
}

}  // namespace

TEST_CASE("number/floating: every power as big integers have it") {
  struct user {};
  for (int e = rill::detail::least_power; e <= rill::detail::greatest_power;
       ++e) {
    CAPTURE(e);
    u128_parts const got = rill::detail::power_of_ten<user>(std::ptrdiff_t{e});
    exact_power const want = power_by_big_integers(e);
    REQUIRE(got == want.bits);
    CHECK(want.is_exact == (e >= 0 && e <= 55));
  }
}

TEST_CASE("number/floating: the logarithm of every power of ten") {
  using rill::detail::floor_log10_of_power_of_two;
  using rill::detail::floor_log2_of_power_of_ten;
  CHECK(floor_log2_of_power_of_ten(0) == 0);
  big_integer<280> n(1u);
  // 10^e is 5^e * 2^e. 5000 is beyond the greatest exponents of binary128.
  for (int e = 0; e <= 5000; ++e) {
    CAPTURE(e);
    int const whole = n.bits() - 1 + e;
    REQUIRE(floor_log2_of_power_of_ten(e) == whole);
    // 10^-e is a power of two only for e = 0.
    if (e != 0) REQUIRE(floor_log2_of_power_of_ten(-e) == -whole - 1);
    // 2^whole <= 10^e < 2^(whole + 1), and the first two are equal only for e =
    // 0.
    REQUIRE(floor_log10_of_power_of_two(whole + 1) == e);
    if (e != 0) {
      REQUIRE(floor_log10_of_power_of_two(whole) == e - 1);
      REQUIRE(floor_log10_of_power_of_two(-whole) == -e);
      REQUIRE(floor_log10_of_power_of_two(-whole - 1) == -e - 1);
    }
    n.multiply_by_power_of_five(1);
  }
  CHECK(bits_of_ten_power(4932) == floor_log2_of_power_of_ten(4932));
}

TEST_CASE(
    "number/floating: the logarithm of three quarters of a power of two") {
  using rill::detail::floor_log10_of_three_quarters;
  // p is the greatest exponent with 10^p <= 3 * 2^(e - 2). A step of e
  // increases p by at most one, so one comparison a step suffices.
  int p = 0;
  big_integer<280> five(1u);  // 5^p
  for (int e = 1; e <= 16400; ++e) {
    // 10^(p + 1) <= 3 * 2^(e - 2) is equivalent to 5^(p + 1) <= 3 * 2^j with j
    // = e - 3 - p.
    big_integer<280> next = five;
    next.multiply_by_power_of_five(1);
    int const j = e - 3 - p;
    // 3 * 2^j has j + 2 bits, so the numbers of bits decide unless they are
    // equal.
    int const bits = next.bits();
    bool at_least = j + 2 > bits;
    if (j >= 0 && j + 2 == bits) {
      big_integer<280> three(3u);
      three.shift_left(j);
      at_least = three.compare(next) >= 0;
    }
    if (at_least) {
      ++p;
      five = next;
    }
    CAPTURE(e);
    REQUIRE(floor_log10_of_three_quarters(e) == p);
  }
}
