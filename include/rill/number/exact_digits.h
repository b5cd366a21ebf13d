// rill/number/exact_digits.h: all digits of a floating-point number, nineteen
// at a time.
//
// Floor 2. No allocation, no exception, constexpr. Digits before the point
// come from divisions by 10^19, those behind it from multiplications: the
// limb that leaves the fraction above is nineteen digits. The stack takes
// 0.4 KiB for double and 4.3 KiB for 15 bits of exponent. Tests:
// test/number/exact_digits_test.cpp.
#ifndef RILL_NUMBER_EXACT_DIGITS_H
#define RILL_NUMBER_EXACT_DIGITS_H

#include "digits.h"
#include "floating.h"
#include "wide.h"

namespace rill::inline RILL_BUILD::detail {

/// How many digits a chunk has: 10^19 is the last power below 2^64.
inline constexpr int chunk_digits = 19;

/// n / 10^19 and the rest, for n.high < 10^19. Source: N. Möller and
/// T. Granlund, "Improved division by invariant integers" (2011), algorithm
/// 4; 10^19 has the highest bit that it asks for.
template <class = void>
constexpr quotient_and_rest divide_by_chunk(wide n) noexcept {
  constexpr std::uint64_t divisor = 10000000000000000000u;
  // floor((2^128 - 1) / 10^19) - 2^64.
  constexpr std::uint64_t inverse =
      divide({~divisor, ~std::uint64_t{0}}, divisor).quotient;
  wide guess = multiply(n.high, inverse);
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

/// The digits of m * 2^k as chunks, the first before the point first; then
/// those behind the point, without end. Leading zeros are left out before
/// the point, and only there.
template <class Format>
class exact_digits {
 public:
  using significand = typename Format::significand;

  constexpr exact_digits(significand m, int k) noexcept {
    if (k >= 0) {
      take_whole(m, k);
      return;
    }
    // m < 2^precision, so that nothing is before the point from there on.
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
  /// Whether a digit that is not 0 is left.
  constexpr bool has_more() const noexcept {
    // Chunks before the point can be 0 below the first.
    for (int i = 0; i < whole_count_; ++i)
      if (whole_[i] != 0) return true;
    return first_ != top_;
  }

  constexpr std::uint64_t next() noexcept {
    if (whole_count_ != 0) return whole_[--whole_count_];
    std::uint64_t carry = 0;
    for (int i = first_; i < top_; ++i) {
      wide product = multiply(limb_[i], powers_of_ten.of[chunk_digits]);
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

  // Stores m * 2^shift, the limbs below excepted; returns how many limbs that
  // is.
  constexpr int place(significand m, int shift) noexcept {
    int const at = shift / 64, bits = shift % 64;
    wide n{0, static_cast<std::uint64_t>(m)};
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
      // 10^19 < 2^64, so at most one limb is gone.
      if (limb_[size - 1] == 0) --size;
      whole_[whole_count_++] = rest;
    }
  }

  // Each product has nineteen zero bits more at its end.
  constexpr void skip_zeros() noexcept {
    while (first_ != top_ && limb_[first_] == 0) ++first_;
  }

  // The fraction, in units of 2^(-64 * limbs_): only [first_, top_) are set,
  // the others are 0.
  int limbs_ = 0, first_ = 0, top_ = 0;
  int whole_count_ = 0;
  std::uint64_t whole_[static_cast<std::size_t>(most_chunks)];
  std::uint64_t limb_[static_cast<std::size_t>(most_limbs)];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
