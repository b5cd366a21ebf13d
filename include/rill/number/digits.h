// rill/number/digits.h: how many decimal digits a number has.
//
// Layer 2. No allocation, no exception, constexpr. Tests:
// test/number/decimal_test.cpp.
#ifndef RILL_NUMBER_DIGITS_H
#define RILL_NUMBER_DIGITS_H

#include "result.h"

namespace rill::inline RILL_BUILD {
namespace detail {

struct power_table {
  std::uint64_t of[20];
};
constexpr power_table make_powers() noexcept {
  power_table table{};
  std::uint64_t power = 1;
  for (int k = 0; k != 20; ++k, power *= 10) table.of[k] = power;
  return table;
}
// 10^0 to 10^19, all that fit in 64 bits.
inline constexpr power_table powers_of_ten = make_powers();

// With b bits, 2^(b-1) <= n < 2^b, so n has as many digits as 2^(b-1) or one
// more. 1233 / 4096 is slightly below log10(2), but so near that b times it has
// the same whole part as log10(2^b) up to b = 64. This whole part is the index
// of the only power of ten that can be between 2^(b-1) and n.
constexpr bool digit_estimate_holds() noexcept {
  for (unsigned b = 1; b <= 64; ++b) {
    unsigned const k = (b * 1233) >> 12;
    std::uint64_t const most = ~std::uint64_t{0} >> (64 - b);
    std::uint64_t const least = std::uint64_t{1} << (b - 1);
    if (k + 1 < 20 && powers_of_ten.of[k + 1] <= most) return false;
    if (k != 0 && powers_of_ten.of[k - 1] > least) return false;
  }
  return true;
}
static_assert(digit_estimate_holds());

constexpr unsigned digits_of(std::uint64_t n) noexcept {
  // n | 1 has as many digits as n; for 0 it avoids the undefined clz(0).
  unsigned const bits = 64u - static_cast<unsigned>(__builtin_clzll(n | 1));
  unsigned const k = (bits * 1233) >> 12;
  return k + ((n | 1) >= powers_of_ten.of[k]);
}
constexpr unsigned digits_of(std::uint32_t n) noexcept {
  return digits_of(std::uint64_t{n});
}
#if RILL_INT128
constexpr unsigned digits_of(uint128 n) noexcept {
  unsigned count = 0;
  for (; n >> 64; n /= powers_of_ten.of[19]) count += 19;
  // n does not become 0, because 2^64 > 10^19.
  return count + digits_of(static_cast<std::uint64_t>(n));
}
#endif

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
