// rill/hash/kernel/x86/lanes_avx512.h: sixteen messages side by side, eight of
// SHA-512.
//
// Floor 2. x86-64 with cpu::avx512, which turns a word in one instruction and
// joins three in one. The kernels are those of levels/. Tests:
// test/hash/side_by_side_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_LANES_AVX512_H
#define RILL_HASH_KERNEL_X86_LANES_AVX512_H

#include "../../../memory/kernel/shuffle.h"
#include "../generic/md5.h"
#include "../generic/sha1.h"
#include "../generic/sha2.h"
#include "swapped_order.h"

#define RILL_LEVEL lanes_avx512
#define RILL_LEVEL_WIDTH 64
#define RILL_LEVEL_TARGET [[gnu::target("avx512f,avx512bw,avx512vl")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

// The elements of both in turn: of their lower halves, of their upper halves.
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
