// rill/number/kernel/generic/base.h: digits of bases 2, 8 and 16, eight at a
// time.
//
// Floor 2. Little-endian, any processor. Tests: test/number/base_test.cpp.
#ifndef RILL_NUMBER_KERNEL_GENERIC_BASE_H
#define RILL_NUMBER_KERNEL_GENERIC_BASE_H

#include "../../result.h"

namespace rill::inline RILL_BUILD {
namespace detail {

// The lowest `bits` bits of every lane of `lane` bits.
constexpr std::uint64_t in_lanes(int bits, int lane) noexcept {
  std::uint64_t mask = 0;
  for (int at = 0; at < 64; at += lane)
    mask |= ((std::uint64_t{1} << bits) - 1) << at;
  return mask;
}

// The lowest eight digits of n, of `bits` bits each, as text with the first
// digit in the lowest byte. Halves move apart until each digit has a byte.
template <int bits>
RILL_ALWAYS_INLINE std::uint64_t eight_binary_digits(std::uint64_t n,
                                                     bool upper) noexcept {
  static_assert(bits <= 4);  // eight digits are at most half of the word
  n &= (std::uint64_t{1} << (8 * bits)) - 1;
  n = (n | n << (32 - 4 * bits)) & in_lanes(4 * bits, 32);
  n = (n | n << (16 - 2 * bits)) & in_lanes(2 * bits, 16);
  n = (n | n << (8 - bits)) & in_lanes(bits, 8);
  std::uint64_t text = n + 0x3030303030303030;
  if constexpr (bits == 4) {
    // 10 to 15 plus 6 have bit 4: 'A' is 7 above the byte after '9', 'a' 39.
    std::uint64_t const letters =
        (n + 0x0606060606060606) >> 4 & in_lanes(1, 8);
    text += letters * (upper ? 7 : 39);
  }
  return __builtin_bswap64(text);
}

template <class U>
constexpr unsigned bit_width(U n) noexcept {
  if constexpr (sizeof(U) <= 8) {
    return n ? 64u - static_cast<unsigned>(__builtin_clzll(n)) : 0;
  } else {
    auto const high = static_cast<std::uint64_t>(n >> 64);
    return high ? 64 + bit_width(high)
                : bit_width(static_cast<std::uint64_t>(n));
  }
}

// Zero has one digit.
template <unsigned bits, class U>
constexpr unsigned binary_digits(U n) noexcept {
  return (bit_width(static_cast<U>(n | 1)) + bits - 1) / bits;
}

// One to eight digits, then eight at a time. Up to seven bytes after the end
// are overwritten.
template <int bits, class U>
inline char* write_binary(char* out, U n, bool upper) noexcept {
  auto const count =
      static_cast<int>(binary_digits<static_cast<unsigned>(bits)>(n));
  int const first = (count - 1) % 8 + 1;
  int position = (count - first) * bits;
  std::uint64_t text = eight_binary_digits<bits>(
                           static_cast<std::uint64_t>(n >> position), upper) >>
                       (64 - 8 * first);
  __builtin_memcpy(out, &text, 8);
  out += first;
  while (position != 0) {
    position -= 8 * bits;
    text = eight_binary_digits<bits>(static_cast<std::uint64_t>(n >> position),
                                     upper);
    __builtin_memcpy(out, &text, 8);
    out += 8;
  }
  return out;
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
