// rill/number/wide.h: products of 64-bit numbers, with or without a 128-bit
// type.
//
// Floor 2. No allocation, no exception, constexpr. Tests: test/number/
// wide_test.cpp.
#ifndef RILL_NUMBER_WIDE_H
#define RILL_NUMBER_WIDE_H

#include "result.h"

namespace rill::inline RILL_BUILD::detail {

/// high * 2^64 + low.
struct wide {
  std::uint64_t high;
  std::uint64_t low;
  constexpr bool operator==(wide const&) const = default;
};

/// a * b.
constexpr wide multiply(std::uint64_t a, std::uint64_t b) noexcept {
#if RILL_INT128
  uint128 const product = uint128{a} * b;
  return {static_cast<std::uint64_t>(product >> 64),
          static_cast<std::uint64_t>(product)};
#else
  std::uint64_t const a1 = a >> 32, a0 = a & 0xffffffff;
  std::uint64_t const b1 = b >> 32, b0 = b & 0xffffffff;
  std::uint64_t const low = a0 * b0;
  // Both sums stay below 2^64: (2^32 - 1)^2 + 2 * (2^32 - 1) = 2^64 - 1.
  std::uint64_t const middle = a1 * b0 + (low >> 32);
  std::uint64_t const other = a0 * b1 + (middle & 0xffffffff);
  return {a1 * b1 + (middle >> 32) + (other >> 32),
          other << 32 | (low & 0xffffffff)};
#endif
}

/// The upper 128 bits of the 192-bit product a * b.
constexpr wide multiply_upper(wide a, std::uint64_t b) noexcept {
#if RILL_INT128
  uint128 const sum = uint128{a.high} * b +
                      static_cast<std::uint64_t>((uint128{a.low} * b) >> 64);
  return {static_cast<std::uint64_t>(sum >> 64),
          static_cast<std::uint64_t>(sum)};
#else
  wide upper = multiply(a.high, b);
  std::uint64_t const carry = multiply(a.low, b).high;
  upper.low += carry;
  upper.high += upper.low < carry;
  return upper;
#endif
}

/// (high * 2^64 + low) / divisor and the rest. Requires high < divisor.
struct quotient_and_rest {
  std::uint64_t quotient;
  std::uint64_t rest;
};
constexpr quotient_and_rest divide(wide n, std::uint64_t divisor) noexcept {
#if RILL_INT128
  uint128 const whole = uint128{n.high} << 64 | n.low;
  return {static_cast<std::uint64_t>(whole / divisor),
          static_cast<std::uint64_t>(whole % divisor)};
#else
  // One bit at a time: only big integers come here.
  std::uint64_t rest = n.high, quotient = 0;
  for (int bit = 63; bit >= 0; --bit) {
    bool const carry = (rest >> 63) != 0;
    rest = rest << 1 | ((n.low >> bit) & 1);
    bool const fits = carry || rest >= divisor;
    if (fits) rest -= divisor;
    quotient = quotient << 1 | static_cast<std::uint64_t>(fits);
  }
  return {quotient, rest};
#endif
}

constexpr int leading_zeros(std::uint64_t n) noexcept {
  return __builtin_clzll(n);  // n is not 0
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
