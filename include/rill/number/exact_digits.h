// rill/number/exact_digits.h: all digits of a floating-point number, nineteen
// at a time.
//
// Layer 2. Tests: test/number/exact_digits_test.cpp, precise_test.cpp,
// test/number/precise_wide_test.cpp.
#ifndef RILL_NUMBER_EXACT_DIGITS_H
#define RILL_NUMBER_EXACT_DIGITS_H

#include <type_traits>  // std::is_constant_evaluated

#include "digits.h"
#include "floating.h"

#if RILL_LITTLE_ENDIAN
#include "kernel/decimal.h"
#endif

// All digits of a floating-point number, nineteen at a time.
//
// No allocation, no exception, constexpr. Digits before the point are the rests
// of divisions by 10^19. Digits after it are the carries out of the fraction,
// which is multiplied by 10^19 each time. The stack takes 0.4 KiB for double
// and 4.3 KiB for 15 bits of exponent.

namespace rill::inline RILL_BUILD::detail {

/// The digits of a chunk: 10^19 is the last power of ten below 2^64.
inline constexpr int chunk_digits = 19;

/// Returns n / 10^19 and the rest. Requires n.high < 10^19. Source: N. Möller
/// and T. Granlund, "Improved division by invariant integers" (2011), algorithm
/// 4, which requires a divisor with the highest bit set.
template <class = void>
constexpr quotient_and_rest divide_by_chunk(u128_parts n) noexcept {
  constexpr std::uint64_t divisor = 10000000000000000000u;
  // (2^128 - 1) / 10^19, rounded down, minus 2^64.
  constexpr std::uint64_t inverse =
      divide({~divisor, ~std::uint64_t{0}}, divisor).quotient;
  u128_parts guess = multiply(n.high, inverse);
  guess.low += n.low;
  guess.high += n.high + (guess.low < n.low) + 1;
  std::uint64_t rest = n.low - guess.high * divisor;
  if (rest > guess.low) {
    --guess.high;
    rest += divisor;
  }
  if (RILL_UNLIKELY(rest >= divisor)) {
    ++guess.high;
    rest -= divisor;
  }
  return {guess.high, rest};
}

/// The digits of m * 2^k as chunks: those before the point from the highest on,
/// then those after it, without end. Leading zeros before the point are
/// omitted, those after it are not.
template <class Format>
class exact_digits {
 public:
  using significand = typename Format::significand;

  constexpr exact_digits(significand m, int k) noexcept {
    if (k >= 0) {
      take_whole(m, k);
      return;
    }
    // m < 2^precision: for larger -k, no digit is before the point.
    significand whole = 0, part = m;
    if (-k < Format::precision) {
      whole = static_cast<significand>(m >> -k);
      part = static_cast<significand>(m - (whole << -k));
    }
    if (whole != 0) take_whole(whole, 0);
    if (part == 0) return;
    limbs_ = (-k + 63) / 64;
    first_ = (64 * limbs_ + k) / 64;
    top_ = first_ + place(part, 64 * limbs_ + k);
    skip_zeros();
  }

  /// How many chunks are left before the point.
  constexpr int whole_count() const noexcept { return whole_count_; }
  /// Returns true when a digit other than 0 is left.
  constexpr bool has_more() const noexcept {
    // A chunk before the point may be 0, with digits in a later one.
    for (int i = 0; i < whole_count_; ++i)
      if (whole_[i] != 0) return true;
    return first_ != top_;
  }

  constexpr std::uint64_t next() noexcept {
    if (whole_count_ != 0) return whole_[--whole_count_];
    std::uint64_t carry = 0;
    for (int i = first_; i < top_; ++i) {
      u128_parts product = multiply(limb_[i], powers_of_ten.of[chunk_digits]);
      product.low += carry;
      product.high += product.low < carry;
      limb_[i] = product.low;
      carry = product.high;
    }
    if (top_ < limbs_ && carry != 0) {
      limb_[top_++] = carry;
      carry = 0;
    }
    skip_zeros();
    return carry;
  }

 private:
  static constexpr int whole_bits =
      Format::greatest_exponent + Format::precision;
  static constexpr int most_chunks = whole_bits / 63 + 1;  // 10^19 > 2^63
  static constexpr int most_limbs =
      (whole_bits > -Format::least_exponent ? whole_bits
                                            : -Format::least_exponent) /
          64 +
      4;

  // Stores m * 2^shift from limb shift / 64 on, not the zeros below. Returns
  // how many limbs it stored.
  constexpr int place(significand m, int shift) noexcept {
    int const at = shift / 64, bits = shift % 64;
    u128_parts n{0, static_cast<std::uint64_t>(m)};
    if constexpr (sizeof(m) > 8) n.high = static_cast<std::uint64_t>(m >> 64);
    limb_[at] = n.low << bits;
    limb_[at + 1] = bits ? n.high << bits | n.low >> (64 - bits) : n.high;
    limb_[at + 2] = bits ? n.high >> (64 - bits) : 0;
    int count = 3;
    while (limb_[at + count - 1] == 0) --count;
    return count;
  }

  constexpr void take_whole(significand m, int k) noexcept {
    if (m == 0) return;
    int size = k / 64 + place(m, k);
    for (int i = 0; i != k / 64; ++i) limb_[i] = 0;
    while (size != 0) {
      std::uint64_t rest = 0;
      for (int i = size - 1; i >= 0; --i) {
        quotient_and_rest const step = divide_by_chunk({rest, limb_[i]});
        limb_[i] = step.quotient;
        rest = step.rest;
      }
      // 10^19 < 2^64, so at most one limb becomes 0.
      if (limb_[size - 1] == 0) --size;
      whole_[whole_count_++] = rest;
    }
  }

  // Each multiplication by 10^19 adds nineteen zero bits at the end.
  constexpr void skip_zeros() noexcept {
    while (first_ != top_ && limb_[first_] == 0) ++first_;
  }

  // The fraction, in units of 2^(-64 * limbs_). Only the limbs [first_, top_)
  // are stored; the others are 0.
  int limbs_ = 0, first_ = 0, top_ = 0;
  int whole_count_ = 0;
  std::uint64_t whole_[static_cast<std::size_t>(most_chunks)];
  std::uint64_t limb_[static_cast<std::size_t>(most_limbs)];
};

// Digits at given positions, and their rounding.
//
// No allocation, no exception, constexpr.

// write_padded may store up to this many bytes after the last digit.
inline constexpr int padded_slack = 8;

#if RILL_LITTLE_ENDIAN
// Writes the last `count` of the eight digits of n, 1 <= count <= 8; stores 8
// bytes.
template <class Count>
inline void store_last(char* out, std::uint64_t n, Count count) noexcept {
  std::uint64_t const text = eight_digits(n) >> (64 - 8 * count);
  __builtin_memcpy(out, &text, 8);
}
#endif

/// Writes n < 10^count as `count` digits, 0 <= count <= 19.
template <class Count>
constexpr char* write_padded(char* out, std::uint64_t n, Count count) noexcept {
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    char* const end = out + count;
    if (count <= 8) {
      if (count != 0) store_last(out, n, count);
      return end;
    }
    // The next eight digits overwrite the surplus bytes.
    std::uint64_t const upper = n / 100000000;
    if (count <= 16) {
      store_last(out, upper, count - 8);
    } else {
      std::uint64_t const top = upper / 100000000;
      store_last(out, top, count - 16);
      write_eight(end - 16, upper - top * 100000000);
    }
    return write_eight(end - 8, n - upper * 100000000);
  }
#endif
  for (Count i = count; i != 0; n /= 10)
    out[--i] = static_cast<char>('0' + n % 10);
  return out + count;
}

/// Writes zeros up to `end`.
constexpr char* write_zeros(char* out, char* end) noexcept {
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    __builtin_memset(out, '0', static_cast<std::size_t>(end - out));
    return end;
  }
#endif
  while (out != end) *out++ = '0';
  return end;
}

/// Adds one to the last digit of [first, last), which may contain a point.
/// Returns true when all digits were nines; they are zeros then.
template <class = void>
constexpr bool increment(char* first, char* last) noexcept {
  while (last != first) {
    --last;
    if (*last == '9') {
      *last = '0';
    } else if (*last != '.') {
      ++*last;
      return false;
    }
  }
  return true;
}

// Returns true when the digit before `end` is even; a point may follow it.
constexpr bool is_even(char const* end) noexcept {
  char const last = end[-1] == '.' ? end[-2] : end[-1];
  return (last - '0') % 2 == 0;
}

/// Writes digits of a number to [at, end), rounded to nearest, ties to even.
/// The number's digits begin at `first`; `chunk` holds the next `have` of them,
/// `source` the rest. Returns true when rounding up turned all digits into
/// zeros, as increment does.
template <class Source>
constexpr bool write_rounded(char* first, char* at, char* end,
                             std::uint64_t chunk, int have,
                             Source& source) noexcept {
  while (end - at >= have) {
    at = write_padded(at, chunk, have);
    if (!source.has_more()) {
      write_zeros(at, end);
      return false;
    }
    chunk = source.next();
    have = chunk_digits;
  }
  int const left = static_cast<int>(end - at);
  std::uint64_t const divisor = powers_of_ten.of[have - left];
  std::uint64_t const head = chunk / divisor, rest = chunk % divisor;
  write_padded(at, head, left);
  // Half the divisor, which is even, and not 2 * rest, which may exceed 64
  // bits.
  std::uint64_t const half = divisor / 2;
  if (rest < half || (rest == half && !source.has_more() && is_even(end)))
    return false;
  return increment(first, end);
}

// The first digits of very large and very small numbers with 15 bits of
// exponent.
//
// No allocation, no exception, constexpr. All digits of 1e4000L take two
// hundred limbs. Its first forty digits come from a power of ten of 256 bits,
// whose error is bounded: the exact number lies between two known numbers.
// Rounding is monotonic, so when both round to the same text, the exact number
// does too.

inline constexpr int most_long_digits = 40;

/// A number of 256 bits, the highest of them set, times 2^e; limb[3] is the
/// highest.
struct long_float {
  std::uint64_t limb[4];
  int e;
};

/// a * b, truncated to 256 bits: the relative error is below 2^-255.
template <class = void>
constexpr long_float multiply_long(long_float const& a,
                                   long_float const& b) noexcept {
  std::uint64_t p[8] = {};
  for (int i = 0; i != 4; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j != 4; ++j) {
      // (2^64 - 1)^2 + 2 * (2^64 - 1) is below 2^128.
      u128_parts sum = multiply(a.limb[i], b.limb[j]);
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

/// 5^n, -8192 < n < 8192, too low by a relative error below 2^-238. In units of
/// 2^-255: 5 and 1/5 have an error of at most 1; squaring a number with error E
/// gives at most 2 E + 2; so the square of the twelfth step has at most 3 *
/// 2^12 - 2. The error of the product is below 2 * 3 * 2^12 + 2 * 13 < 2^15;
/// 2^17 is claimed.
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
      u128_parts product = multiply(n, powers_of_ten.of[chunk_digits]);
      product.low += carry;
      product.high += product.low < carry;
      n = product.low;
      carry = product.high;
    }
    return carry;
  }
};

/// Writes the first `count` <= most_long_digits digits of m * 2^k, and sets the
/// exponent of the first one. Requires m > 0. Returns false when 256 bits do
/// not decide the rounding.
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
  // 2^(e + 127) <= m * 2^k < 2^(e + 128): divided by 10^power, the number is
  // from 0.01 to 0.2.
  int const power = floor_log10_of_power_of_two(e + 127) + 2;
  long_float const n = multiply_long(long_float{{0, 0, low, high}, e - 128},
                                     long_power_of_five(-power));
  int const shift = power - n.e - 256;  // 2 to 6
  long_fraction least{};
  for (int i = 0; i != 4; ++i)
    least.limb[i] =
        n.limb[i] >> shift | (i == 3 ? 0 : n.limb[i + 1] << (64 - shift));
  // n is below 1, and too low by a relative error below 2^-237.
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
