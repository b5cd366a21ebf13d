// test/number/shortest_extended_test.cpp: the shortest decimals of 64-bit long
// doubles by a product of two powers, against big integers.
#include <doctest/doctest.h>
#include <rill/number/shortest.h>

#include <cstdint>
#include <random>  // std::mt19937_64

#include "support/skip.h"

#if RILL_LONG_DOUBLE_BITS == 64
namespace {

using format = rill::detail::extended_format;

bool agree(std::uint64_t m, int k) {
  auto const fast = rill::detail::find_shortest_extended<format>(m, k);
  auto const exact = rill::detail::exact_shortest<format>(m, k);
  return fast.head == exact.head && fast.last == exact.last &&
         fast.exponent == exact.exponent;
}

}  // namespace

TEST_CASE("number/shortest_decimal: every exponent as big integers have it") {
  std::mt19937_64 random(42);
  constexpr std::uint64_t first = std::uint64_t{1} << 63;
  for (int k = format::least_exponent; k <= format::greatest_exponent; k += 7) {
    CAPTURE(k);
    REQUIRE(agree(random() | first, k));
    REQUIRE(agree(first, k));
    REQUIRE(agree(first + 1, k));
    REQUIRE(agree(~std::uint64_t{0}, k));
  }
}

TEST_CASE("number/shortest_decimal: subnormal numbers") {
  std::mt19937_64 random(43);
  for (int bits = 1; bits != 64; ++bits) {
    CAPTURE(bits);
    std::uint64_t const m = random() >> (64 - bits) | 1;
    REQUIRE(agree(m, format::least_exponent));
    REQUIRE(agree(std::uint64_t{1} << bits, format::least_exponent));
  }
}

TEST_CASE("number/shortest_decimal: whole numbers and short decimals") {
  std::mt19937_64 random(44);
  for (int i = 0; i != 3000; ++i) {
    CAPTURE(i);
    auto const n = static_cast<long double>(random() >> (i % 60));
    long double const values[] = {n, n / 100, n * 1e17L, n / 1024};
    for (long double x : values) {
      auto const parts = rill::detail::take_apart(x);
      if (parts.m != 0) REQUIRE(agree(parts.m, parts.k));
    }
  }
}

TEST_CASE("number/shortest_decimal: the powers are not lower than is said") {
  // The stored power is at most 10 units too low: power <= 10^e * 2^-shift <
  // power + 10.
  for (int e = 0; e <= 4951; e += 13) {
    CAPTURE(e);
    auto const power = rill::detail::far_power_of_ten<format>(e);
    rill::detail::big_integer<300> exact(1u);
    exact.multiply_by_power_of_ten(e);
    int const shift = exact.bits() - 128;
    if (shift < 0) exact.shift_left(-shift);
    rill::detail::big_integer<300> low(power.high), high(power.high);
    low.shift_left(64);
    low.add(rill::detail::big_integer<1>(power.low));
    high = low;
    high.add(rill::detail::big_integer<1>(10u));
    if (shift > 0) {
      low.shift_left(shift);
      high.shift_left(shift);
    }
    REQUIRE(low.compare(exact) <= 0);
    REQUIRE(exact.compare(high) < 0);
  }
}
#else
TEST_CASE("number/shortest_decimal: long doubles of 64 bits") {
  rill_test::skip("long double has another format here");
}
#endif
