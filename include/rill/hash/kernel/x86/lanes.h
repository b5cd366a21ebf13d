// rill/hash/kernel/x86/lanes.h: eight messages side by side with AVX2, sixteen
// with AVX-512.
//
// Layer 2. Tests: test/hash/side_by_side_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_LANES_H
#define RILL_HASH_KERNEL_X86_LANES_H

#include "../../../memory/kernel/shuffle.h"
#include "../../bytes.h"
#include "../../sha.h"
#include "../generic/sha.h"

// The shuffle that swaps the bytes of words in each lane of 16 bytes.

namespace rill::inline RILL_BUILD::detail {

struct word_order {
  alignas(64) char of[64];
};
template <std::size_t Size>
inline constexpr word_order swapped_order = [] {
  word_order made = {};
  for (std::size_t i = 0; i != 64; ++i)
    made.of[i] = static_cast<char>(i % 16 / Size * Size + Size - 1 - i % Size);
  return made;
}();

}  // namespace rill::inline RILL_BUILD::detail

// Eight messages side by side, four of SHA-512.
//
// x86-64 with cpu::avx2. The kernels are in levels/lanes.h.

#define RILL_LEVEL lanes_avx2
#define RILL_LEVEL_WIDTH 32
#define RILL_LEVEL_TARGET [[gnu::target("avx2")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

// Interleave the elements of the lower halves, and of the upper halves.
RILL_LEVEL_INLINE auto zip_low(auto a, auto b) noexcept {
  if constexpr (sizeof a[0] == 4)
    return RILL_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  else
    return RILL_SHUFFLE(a, b, 0, 4, 1, 5);
}
RILL_LEVEL_INLINE auto zip_high(auto a, auto b) noexcept {
  if constexpr (sizeof a[0] == 4)
    return RILL_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  else
    return RILL_SHUFFLE(a, b, 2, 6, 3, 7);
}
template <class V>
RILL_LEVEL_INLINE V with_swapped_bytes(V v) noexcept {
  typedef char bytes __attribute__((vector_size(32)));
  bytes order;
  __builtin_memcpy(&order, swapped_order<sizeof v[0]>.of, 32);
  return reinterpret_cast<V>(
      __builtin_ia32_pshufb256(reinterpret_cast<bytes>(v), order));
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

#include "levels/lanes.h"

#undef RILL_LEVEL
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_INLINE

// Sixteen messages side by side, eight of SHA-512.
//
// x86-64 with cpu::avx512, which rotates in one instruction and combines three
// operands in one. The kernels are in levels/lanes.h.

#define RILL_LEVEL lanes_avx512
#define RILL_LEVEL_WIDTH 64
#define RILL_LEVEL_TARGET [[gnu::target("avx512f,avx512bw,avx512vl")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

// Interleave the elements of the lower halves, and of the upper halves.
RILL_LEVEL_INLINE auto zip_low(auto a, auto b) noexcept {
  if constexpr (sizeof a[0] == 4)
    return RILL_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22,
                        7, 23);
  else
    return RILL_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
RILL_LEVEL_INLINE auto zip_high(auto a, auto b) noexcept {
  if constexpr (sizeof a[0] == 4)
    return RILL_SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14,
                        30, 15, 31);
  else
    return RILL_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

template <class V>
RILL_LEVEL_INLINE V with_swapped_bytes(V v) noexcept {
  typedef char bytes __attribute__((vector_size(64)));
  bytes order;
  __builtin_memcpy(&order, swapped_order<sizeof v[0]>.of, 64);
#if defined(__clang__)
  return reinterpret_cast<V>(
      __builtin_ia32_pshufb512(reinterpret_cast<bytes>(v), order));
#else
  return reinterpret_cast<V>(__builtin_ia32_pshufb512_mask(
      reinterpret_cast<bytes>(v), order, order, ~0ull));
#endif
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

#include "levels/lanes.h"

#undef RILL_LEVEL
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_INLINE

#endif
