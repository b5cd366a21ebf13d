// rill/hash/kernel/x86/crc_vpclmul.h: reflected sums of 32 bits, 256 bytes at
// a time.
//
// Floor 2. x86-64 with cpu::avx2 and VPCLMULQDQ: processors without AVX-512
// too (Zen 3, Alder Lake). Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_CRC_VPCLMUL_H
#define RILL_HASH_KERNEL_X86_CRC_VPCLMUL_H

#include "crc_pclmul.h"

#define RILL_LEVEL vpclmul
#define RILL_LEVEL_WIDTH 32
#define RILL_LEVEL_TARGET [[gnu::target("avx2,vpclmulqdq,pclmul")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::vpclmul {

typedef long long longs __attribute__((vector_size(32)));
typedef long long loose_longs
    __attribute__((vector_size(32), aligned(1), may_alias));

template <int Halves>
RILL_LEVEL_INLINE longs multiplied(longs a, longs b) noexcept {
#if defined(__clang__)
  return __builtin_ia32_pclmulqdq256(a, b, Halves);
#else
  return __builtin_ia32_vpclmulqdq_v4di(a, b, Halves);
#endif
}

}  // namespace rill::inline RILL_BUILD::detail::vpclmul

#include "levels/crc_fold.h"

namespace rill::inline RILL_BUILD::detail::vpclmul {

template <std::uint32_t Poly>
RILL_LEVEL_INLINE std::uint32_t ended(longs v, unsigned char const* bytes,
                                      std::size_t count) noexcept {
  if (count >= width) take<Poly, 1>(&v, bytes);
  pclmul::longs const low = __builtin_ia32_extract128i256(v, 0);
  pclmul::longs const high = __builtin_ia32_extract128i256(v, 1);
  return pclmul::ended<Poly>(pclmul::moved<Poly, 128>(low) ^ high, bytes,
                             count % width);
}

// Requires count >= 16.
template <std::uint32_t Poly>
RILL_LEVEL_INLINE std::uint32_t sum_of(std::uint32_t sum,
                                       unsigned char const* bytes,
                                       std::size_t count) noexcept {
  if (count < 4 * width) return pclmul::sum_of<Poly>(sum, bytes, count);
  longs const v = folded<Poly>(sum, bytes, count);
  return ended<Poly>(v, bytes, count % width);
}

}  // namespace rill::inline RILL_BUILD::detail::vpclmul

namespace rill::inline RILL_BUILD::detail {

// Requires count >= 16.
template <std::uint32_t Poly>
RILL_LEVEL_TARGET std::uint32_t crc_vpclmul(std::uint32_t sum,
                                            unsigned char const* bytes,
                                            std::size_t count) noexcept {
  return vpclmul::sum_of<Poly>(sum, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

#endif
