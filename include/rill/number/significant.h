// rill/number/significant.h: the first digits of a floating-point number,
// rounded.
//
// Floor 2. No allocation, no exception, constexpr. Up to 18 digits are a
// product with a power of ten of 128 bits, whose error is known; what it
// cannot decide and all longer ones come from the exact digits. Tests:
// test/number/precise_test.cpp.
#ifndef RILL_NUMBER_SIGNIFICANT_H
#define RILL_NUMBER_SIGNIFICANT_H

#include "long_scale.h"
#include "padded.h"
#include "powers.h"

namespace rill::inline RILL_BUILD::detail {

// Twice 10^18 is below 2^61, which leaves a bit of the product's upper limb
// for the fraction.
inline constexpr int most_scaled_digits = 18;

/// So many digits, and the exponent of the first; n is 0 when the product
/// does not decide.
struct scaled_digits {
  std::uint64_t n;
  int exponent;
};

/// The first `count` digits of m * 2^k, m > 0, 1 <= count <= 18, where the
/// table has the power of ten.
///
/// With x = M * 2^e, M of 64 bits, and X = floor(log10(2^(e + 63))), the
/// exponent of x's first digit is X or X + 1, and x * 10^(count - 1 - X) is
/// less than twice 10^count. The 128 bits that are kept of the product with
/// the power are less than 2 too low: 1 because the table is rounded down,
/// 1 because they are cut.
template <class User>
constexpr scaled_digits scale_digits(std::uint64_t m, int k,
                                     int count) noexcept {
  int const zeros = leading_zeros(m);
  int const e = k - zeros;
  int const exponent = floor_log10_of_power_of_two(e + 63);
  int const power = count - 1 - exponent;
  if (power < least_power || power > greatest_power) return {0, 0};
  wide const product =
      multiply_upper(power_of_ten<User>(std::ptrdiff_t{power}), m << zeros);
  // The point is at 2^(64 + s): s = 63 - e - log2(power) - 64, and 1 <= s <
  // 64, because the product has 127 or 128 bits and x * 10^power is from 1 to
  // 2^61.
  unsigned const s =
      static_cast<unsigned>(-1 - e - floor_log2_of_power_of_ten(power));
  std::uint64_t const unit = std::uint64_t{1} << s, half = unit >> 1;
  std::uint64_t const n = product.high >> s;
  std::uint64_t const rest = product.high & (unit - 1);
  std::uint64_t const limit = powers_of_ten.of[count];
  if (n < limit) {
    // Undecided: exactly half, or one unit less, to which up to two are added.
    if (RILL_UNLIKELY(product.low + 1 <= 1 &&
                      rest + (product.low >> 63) == half))
      return {0, 0};
    std::uint64_t const rounded = n + (rest >= half);
    if (RILL_LIKELY(rounded != limit)) return {rounded, exponent};
    return {limit / 10, exponent + 1};
  }
  // A digit too many. Undecided: 5 and nothing, or just below 5.
  std::uint64_t const tenth = n / 10, last = n - tenth * 10;
  if (RILL_UNLIKELY((last == 5 && rest == 0 && product.low <= 1) ||
                    (last == 4 && rest == unit - 1 && product.low + 2 <= 1)))
    return {0, 0};
  // Below 2 * 10^count / 10, far from 10^count.
  return {tenth + (last >= 5), exponent + 1};
}

/// Writes `count` digits of m * 2^k at `out`, without a point, and returns
/// the exponent of the first.
template <class Format>
[[gnu::noinline]] constexpr int write_exact_significant(
    char* out, typename Format::significand m, int k, int count) noexcept {
  exact_digits<Format> source(m, k);
  // Ten to it is the unit of the chunk.
  int power = chunk_digits * source.whole_count();
  std::uint64_t chunk = 0;
  while (chunk == 0) {
    chunk = source.next();
    power -= chunk_digits;
  }
  int const have = static_cast<int>(digits_of(chunk));
  bool const carry = write_rounded(out, out, out + count, chunk, have, source);
  // 9.99 is 0.00 now.
  if (carry) *out = '1';
  return power + have - 1 + carry;
}

/// The same, by whatever decides; zero has the exponent 0. Bytes up to `out +
/// count + padded_slack` are stored.
template <class Format>
constexpr int write_significant(char* out, typename Format::significand m,
                                int k, int count) noexcept {
  if (m == 0) {
    write_zeros(out, out + count);
    return 0;
  }
  if constexpr (Format::precision <= 64) {
    if (RILL_LIKELY(count <= most_scaled_digits)) {
      scaled_digits const digits = scale_digits<Format>(m, k, count);
      if (RILL_LIKELY(digits.n != 0)) {
        write_padded(out, digits.n, count);
        return digits.exponent;
      }
    }
  }
  // From there on the exact digits begin with many that are divided away, or
  // with zeros.
  if constexpr (Format::greatest_exponent > 1023) {
    int exponent = 0;
    if (count <= most_long_digits && (k > 256 || k < -512) &&
        write_long_significant(out, m, k, count, exponent))
      return exponent;
  }
  return write_exact_significant<Format>(out, m, k, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
