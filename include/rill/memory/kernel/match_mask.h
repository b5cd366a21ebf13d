// rill/memory/kernel/match_mask.h: where two bytes occur among 64.
//
// Layer 1. Pure. Uses SSE2 on x86-64 and 64-bit integers elsewhere. Tests:
// test/memory/kernel/match_mask_test.cpp.
#ifndef RILL_MEMORY_KERNEL_MATCH_MASK_H
#define RILL_MEMORY_KERNEL_MATCH_MASK_H

#include <cstdint>  // std::uint64_t

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::detail {

/// Returns a mask: bit i is set when byte i of the 64 at `from` is one of the
/// two.
class match_mask {
 public:
  constexpr match_mask(char a, char b) noexcept : a_(a), b_(b) {}

  RILL_ALWAYS_INLINE std::uint64_t operator()(char const* from) const noexcept {
    std::uint64_t marks = 0;
    for (int i = 0; i != 64 / step; ++i)
      marks |= in_step(from + i * step) << (i * step);
    return marks;
  }

 private:
#if RILL_X86_64
  static constexpr int step = 16;
  RILL_ALWAYS_INLINE std::uint64_t in_step(char const* from) const noexcept {
    typedef char lanes [[gnu::vector_size(16)]];
    lanes bytes;
    __builtin_memcpy(&bytes, from, sizeof bytes);
    auto const found = (bytes == lanes{} + a_) | (bytes == lanes{} + b_);
    return static_cast<unsigned>(
        __builtin_ia32_pmovmskb128(reinterpret_cast<lanes>(found)));
  }
#else
  static constexpr int step = 8;
  // Sets bit 7 of each byte that is zero, and no other bit.
  static constexpr std::uint64_t zeros(std::uint64_t word) noexcept {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    return ~(((word & low) + low) | word | low);
  }
  RILL_ALWAYS_INLINE std::uint64_t in_step(char const* from) const noexcept {
    std::uint64_t word = 0;
    for (int i = 0; i != 8; ++i)
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i]))
              << (8 * i);
    constexpr std::uint64_t ones = 0x0101010101010101;
    std::uint64_t const found =
        zeros(word ^ ones * static_cast<unsigned char>(a_)) |
        zeros(word ^ ones * static_cast<unsigned char>(b_));
    // The multiplication gathers the eight bits in the top byte.
    return (found >> 7) * 0x0102040810204080 >> 56;
  }
#endif

  char a_;
  char b_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
