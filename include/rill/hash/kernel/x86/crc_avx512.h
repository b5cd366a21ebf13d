// rill/hash/kernel/x86/crc_avx512.h: reflected sums of 32 bits, 512 bytes at
// a time.
//
// Floor 2. x86-64 as has_ice_lake() says. Tests:
// test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_CRC_AVX512_H
#define RILL_HASH_KERNEL_X86_CRC_AVX512_H

#include "crc_vpclmul.h"

#define RILL_LEVEL vpclmul_512
#define RILL_LEVEL_WIDTH 64
#define RILL_LEVEL_TARGET RILL_ICE_LAKE
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::vpclmul_512 {

typedef long long longs __attribute__((vector_size(64)));
typedef long long loose_longs
    __attribute__((vector_size(64), aligned(1), may_alias));

template <int Halves>
RILL_LEVEL_INLINE longs multiplied(longs a, longs b) noexcept {
#if defined(__clang__)
  return __builtin_ia32_pclmulqdq512(a, b, Halves);
#else
  return __builtin_ia32_vpclmulqdq_v8di(a, b, Halves);
#endif
}

}  // namespace rill::inline RILL_BUILD::detail::vpclmul_512

#include "levels/crc_fold.h"

namespace rill::inline RILL_BUILD::detail {

// Requires count >= 16.
template <std::uint32_t Poly>
RILL_LEVEL_TARGET std::uint32_t crc_avx512(std::uint32_t sum,
                                           unsigned char const* bytes,
                                           std::size_t count) noexcept {
  using namespace vpclmul_512;
  if (count < 4 * width) return vpclmul::sum_of<Poly>(sum, bytes, count);
  longs const v = folded<Poly>(sum, bytes, count);
  vpclmul::longs const none = {};
  vpclmul::longs const low = __builtin_ia32_extracti64x4_mask(v, 0, none, 0xff);
  vpclmul::longs const high =
      __builtin_ia32_extracti64x4_mask(v, 1, none, 0xff);
  return vpclmul::ended<Poly>(vpclmul::moved<Poly, 256>(low) ^ high, bytes,
                              count % width);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

#endif
