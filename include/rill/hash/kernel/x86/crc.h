// rill/hash/kernel/x86/crc_pclmul.h: reflected sums of 32 bits by carry-less
// multiplication.
//
// Floor 2. x86-64 with SSE4.2 and PCLMULQDQ. Source: V. Gopal et al., "Fast CRC
// computation for generic polynomials using PCLMULQDQ" (Intel, 2009); P.
// Barrett (1986) for the reduction. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_CRC_PCLMUL_H
#define RILL_HASH_KERNEL_X86_CRC_PCLMUL_H

#include "../../../memory/kernel/shuffle.h"
#include "../crc_constants.h"
#include "features.h"

#define RILL_LEVEL pclmul
#define RILL_LEVEL_WIDTH 16
#define RILL_LEVEL_TARGET [[gnu::target("sse4.2,pclmul")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::pclmul {

typedef long long longs __attribute__((vector_size(16)));
typedef long long loose_longs
    __attribute__((vector_size(16), aligned(1), may_alias));
typedef char places __attribute__((vector_size(16)));
typedef signed char signed_places __attribute__((vector_size(16)));
typedef char loose_places
    __attribute__((vector_size(16), aligned(1), may_alias));

// Bit 0 of Halves names the half of a, bit 4 that of b.
template <int Halves>
RILL_LEVEL_INLINE longs multiplied(longs a, longs b) noexcept {
  return __builtin_ia32_pclmulqdq128(a, b, Halves);
}

}  // namespace rill::inline RILL_BUILD::detail::pclmul

#include "levels/crc_fold.h"

namespace rill::inline RILL_BUILD::detail::pclmul {

// pshufb's places from `at` on move 16 bytes up by 16 - at, or, behind 16, down
// by at - 16. Places below 0 become 0.
inline constexpr signed char shifts[48] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
RILL_LEVEL_INLINE places shift_from(std::size_t at) noexcept {
  return *reinterpret_cast<loose_places const*>(shifts + at);
}
RILL_LEVEL_INLINE longs shuffled(longs v, places by) noexcept {
  return reinterpret_cast<longs>(
      __builtin_ia32_pshufb128(reinterpret_cast<places>(v), by));
}

// The register and then `count` bytes, 1 to 15, in one. The 16 bytes before
// `end` are read.
template <std::uint32_t Poly>
RILL_LEVEL_INLINE longs with_rest(longs v, unsigned char const* end,
                                  std::size_t count) noexcept {
  places const rest = shift_from(16 + count);
  auto const is_new =
      reinterpret_cast<longs>(reinterpret_cast<signed_places>(rest) < 0);
  return moved<Poly, 128>(shuffled(v, shift_from(count))) ^ shuffled(v, rest) ^
         (load(end - 16) & is_new);
}

// The remainder of 16 bytes modulo the polynomial P, of degree 32. The first
// eight bytes times the remainder of x^96, added to the last eight, are 96 bits
// with the same remainder. Their quotient by P comes from Barrett's reduction:
// the upper 64 bits of their product with x^96 / P are exact. The quotient
// times P, added, leaves the remainder in the last 32 bits.
template <std::uint32_t Poly>
RILL_LEVEL_INLINE std::uint32_t remainder(longs v) noexcept {
  longs const none = {};
  longs const up = {static_cast<long long>(crc_power<Poly>(96) >> 32), 0};
  longs const reduction = {static_cast<long long>(crc_quotient<Poly>()),
                           static_cast<long long>(Poly) << 1 | 1};
  longs const left = multiplied<0x00>(v, up) ^ RILL_SHUFFLE(v, none, 1, 2);
  longs const quotient = multiplied<0x00>(left, reduction);
  longs const sum = left ^ multiplied<0x10>(quotient, reduction);
  return static_cast<std::uint32_t>(sum[1]);
}

// The sum of 16 bytes in a register and of what is left behind them.
template <std::uint32_t Poly>
RILL_LEVEL_INLINE std::uint32_t ended(longs v, unsigned char const* bytes,
                                      std::size_t count) noexcept {
  for (; count >= 16; count -= 16) take<Poly, 1>(&v, bytes);
  if (count != 0) v = with_rest<Poly>(v, bytes + count, count);
  return remainder<Poly>(v);
}

// Requires count >= 16. Inlined, because the wider kernels take short runs by
// it with the instructions of AVX (up to 10 % below 256 bytes, Zen 5).
template <std::uint32_t Poly>
RILL_LEVEL_INLINE std::uint32_t sum_of(std::uint32_t sum,
                                       unsigned char const* bytes,
                                       std::size_t count) noexcept {
  longs v = {static_cast<long long>(sum), 0};
  if (count >= 4 * width) {
    v = folded<Poly>(sum, bytes, count);
    count %= width;
  } else {
    v ^= load(bytes);
    bytes += width;
    count -= width;
  }
  return ended<Poly>(v, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail::pclmul

namespace rill::inline RILL_BUILD::detail {

// Requires count >= 16.
template <std::uint32_t Poly>
RILL_LEVEL_TARGET std::uint32_t crc_pclmul(std::uint32_t sum,
                                           unsigned char const* bytes,
                                           std::size_t count) noexcept {
  return pclmul::sum_of<Poly>(sum, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

#endif
