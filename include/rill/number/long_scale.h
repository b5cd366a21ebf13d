// rill/number/long_scale.h: the first digits of very large and very small
// numbers of 15 bits of exponent.
//
// Floor 2. No allocation, no exception, constexpr. All digits of 1e4000L are
// two hundred limbs; its first forty come from a power of ten of 256 bits.
// Two numbers are known between which the exact one lies: when both round to
// the same text, it is the text, because rounding is monotonic. Tests:
// test/number/precise_wide_test.cpp.
#ifndef RILL_NUMBER_LONG_SCALE_H
#define RILL_NUMBER_LONG_SCALE_H

#include "padded.h"

namespace rill::inline RILL_BUILD::detail {

inline constexpr int most_long_digits = 40;

/// A number of 256 bits, the highest of them set, times 2^e; limb[3] is the
/// highest.
struct long_float {
  std::uint64_t limb[4];
  int e;
};

/// a * b, cut at 256 bits: too low by less than 2^-255 of it.
template <class = void>
constexpr long_float multiply_long(long_float const& a,
                                   long_float const& b) noexcept {
  std::uint64_t p[8] = {};
  for (int i = 0; i != 4; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j != 4; ++j) {
      // (2^64 - 1)^2 + 2 * (2^64 - 1) is below 2^128.
      wide sum = multiply(a.limb[i], b.limb[j]);
      sum.low += p[i + j];
      sum.high += sum.low < p[i + j];
      sum.low += carry;
      sum.high += sum.low < carry;
      p[i + j] = sum.low;
      carry = sum.high;
    }
    p[i + 4] = carry;
  }
  if (p[7] >> 63) return {{p[4], p[5], p[6], p[7]}, a.e + b.e + 256};
  return {{p[4] << 1 | p[3] >> 63, p[5] << 1 | p[4] >> 63,
           p[6] << 1 | p[5] >> 63, p[7] << 1 | p[6] >> 63},
          a.e + b.e + 255};
}

/// 5^n, -8192 < n < 8192, too low by less than 2^-238 of it. In units of
/// 2^-255: with an error of E, the square of a number has at most 2 E + 2,
/// 5 and 1/5 have at most 1, and so the square of the twelfth step has at
/// most 3 * 2^12 - 2. The product of all is less than 2 * 3 * 2^12 + 2 * 13 <
/// 2^15 away; 2^17 is claimed.
template <class = void>
constexpr long_float long_power_of_five(int n) noexcept {
  constexpr std::uint64_t fifth = 0xcccccccccccccccc;
  long_float square = n < 0
                          ? long_float{{fifth, fifth, fifth, fifth}, -258}
                          : long_float{{0, 0, 0, std::uint64_t{5} << 61}, -253};
  long_float power = {{0, 0, 0, std::uint64_t{1} << 63}, -255};
  for (int left = n < 0 ? -n : n; left != 0;) {
    if (left % 2 != 0) power = multiply_long(power, square);
    left /= 2;
    if (left != 0) square = multiply_long(square, square);
  }
  return power;
}

/// A fraction of 256 bits, as a source of digits.
struct long_fraction {
  std::uint64_t limb[4];

  constexpr bool has_more() const noexcept {
    return (limb[0] | limb[1] | limb[2] | limb[3]) != 0;
  }
  constexpr std::uint64_t next() noexcept {
    std::uint64_t carry = 0;
    for (std::uint64_t& n : limb) {
      wide product = multiply(n, powers_of_ten.of[chunk_digits]);
      product.low += carry;
      product.high += product.low < carry;
      n = product.low;
      carry = product.high;
    }
    return carry;
  }
};

/// Writes `count` <= most_long_digits digits of m * 2^k, m > 0, and sets the
/// exponent of the first; false: undecided.
template <class Significand>
[[gnu::noinline]] constexpr bool write_long_significant(
    char* out, Significand m, int k, int count, int& exponent) noexcept {
  std::uint64_t high = 0, low = static_cast<std::uint64_t>(m);
  if constexpr (sizeof(m) > 8) high = static_cast<std::uint64_t>(m >> 64);
  int e = k;
  if (high == 0) {
    high = low;
    low = 0;
    e -= 64;
  }
  int const zeros = leading_zeros(high);
  if (zeros != 0) {
    high = high << zeros | low >> (64 - zeros);
    low <<= zeros;
  }
  e -= zeros;
  // 2^(e + 127) <= m * 2^k < 2^(e + 128): divided by ten to it, the number is
  // from 0.01 to 0.2.
  int const power = floor_log10_of_power_of_two(e + 127) + 2;
  long_float const n = multiply_long(long_float{{0, 0, low, high}, e - 128},
                                     long_power_of_five(-power));
  int const shift = power - n.e - 256;  // 2 to 6
  long_fraction least{};
  for (int i = 0; i != 4; ++i)
    least.limb[i] =
        n.limb[i] >> shift | (i == 3 ? 0 : n.limb[i + 1] << (64 - shift));
  // n is too low by less than 2^-237 of it, which is below 1.
  long_fraction most = least;
  most.limb[0] += std::uint64_t{1} << 20;
  for (int i = 1; i != 4 && most.limb[i - 1] < least.limb[i - 1]; ++i)
    ++most.limb[i];

  auto const write = [count, power](char* to, long_fraction& source) {
    std::uint64_t const chunk = source.next();
    int const have = static_cast<int>(digits_of(chunk));
    bool const carry = write_rounded(to, to, to + count, chunk, have, source);
    if (carry) *to = '1';
    return power - chunk_digits + have - 1 + carry;
  };
  char other[most_long_digits + padded_slack] = {};
  exponent = write(out, least);
  if (write(other, most) != exponent) return false;
  for (int i = 0; i != count; ++i)
    if (out[i] != other[i]) return false;
  return true;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
