// rill/hash/kernel/x86/crc.h: cyclic redundancy checks with carry-less
// multiplication, and by the instruction for CRC-32C.
//
// Layer 2. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_CRC_H
#define RILL_HASH_KERNEL_X86_CRC_H

#include "../../../memory/kernel/shuffle.h"
#include "../features.h"
#include "../generic/crc.h"

// CRC-32C by the instruction for it.
//
// x86-64 with SSE4.2 and PCLMULQDQ. crc32 adds eight bytes and has a latency of
// three cycles; independent crc32 instructions may start in each of them. So
// four runs of bytes are summed at once (Zen 5: 43 GB/s, three runs 32), and
// carry-less multiplications move the sums of the first three to the end of the
// fourth. Source: V. Gopal et al., "Fast CRC computation for iSCSI polynomial
// using CRC32 instruction" (Intel, 2011).

#define RILL_SSE42 [[gnu::target("sse4.2,crc32,pclmul")]]

namespace rill::inline RILL_BUILD::detail {

namespace sse42 {

typedef long long longs __attribute__((vector_size(16)));

RILL_SSE42 RILL_ALWAYS_INLINE std::uint64_t next(std::uint64_t sum,
                                                 std::uint64_t word) noexcept {
  return __builtin_ia32_crc32di(sum, word);
}

// Moves a sum `Size` bytes on: returns the value to add to the eight bytes that
// end there.
template <std::size_t Size>
RILL_SSE42 RILL_ALWAYS_INLINE longs moved(std::uint64_t sum) noexcept {
  constexpr auto power =
      crc_power<castagnoli>(8 * static_cast<int>(Size) - 32) >> 32;
  longs const from = {static_cast<long long>(sum), 0};
  longs const factor = {static_cast<long long>(power), 0};
  return __builtin_ia32_pclmulqdq128(from, factor, 0x00);
}

// Sums four runs of `Size` bytes at a time, while there are enough bytes.
template <std::size_t Size>
RILL_SSE42 RILL_ALWAYS_INLINE std::uint64_t take_runs(
    std::uint64_t sum, unsigned char const*& bytes,
    std::size_t& count) noexcept {
  for (; count >= 4 * Size; count -= 4 * Size, bytes += 4 * Size) {
    std::uint64_t second = 0, third = 0, fourth = 0;
    for (std::size_t i = 0; i != Size - 8; i += 8) {
      sum = next(sum, load_little<std::uint64_t>(bytes + i));
      second = next(second, load_little<std::uint64_t>(bytes + Size + i));
      third = next(third, load_little<std::uint64_t>(bytes + 2 * Size + i));
      fourth = next(fourth, load_little<std::uint64_t>(bytes + 3 * Size + i));
    }
    sum = next(sum, load_little<std::uint64_t>(bytes + Size - 8));
    second = next(second, load_little<std::uint64_t>(bytes + 2 * Size - 8));
    third = next(third, load_little<std::uint64_t>(bytes + 3 * Size - 8));
    longs const all =
        moved<3 * Size>(sum) ^ moved<2 * Size>(second) ^ moved<Size>(third);
    sum = next(fourth, load_little<std::uint64_t>(bytes + 4 * Size - 8) ^
                           static_cast<std::uint64_t>(all[0]));
  }
  return sum;
}

}  // namespace sse42

// A template, so that only programs that use it compile it.
template <class = void>
RILL_SSE42 std::uint32_t crc32c_sse42(std::uint32_t start,
                                      unsigned char const* bytes,
                                      std::size_t count) noexcept {
  std::uint64_t sum = start;
  sum = sse42::take_runs<1024>(sum, bytes, count);
  sum = sse42::take_runs<128>(sum, bytes, count);
  sum = sse42::take_runs<32>(sum, bytes, count);
  for (; count >= 8; count -= 8, bytes += 8)
    sum = sse42::next(sum, load_little<std::uint64_t>(bytes));
  auto last = static_cast<std::uint32_t>(sum);
  for (; count != 0; --count) last = __builtin_ia32_crc32qi(last, *bytes++);
  return last;
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SSE42

// Reflected sums of 32 bits by carry-less multiplication.
//
// x86-64 with SSE4.2 and PCLMULQDQ. Source: V. Gopal et al., "Fast CRC
// computation for generic polynomials using PCLMULQDQ" (Intel, 2009); P.
// Barrett (1986) for the reduction.

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

// Bit 0 of Halves selects the half of a, bit 4 that of b.
template <int Halves>
RILL_LEVEL_INLINE longs multiplied(longs a, longs b) noexcept {
  return __builtin_ia32_pclmulqdq128(a, b, Halves);
}

}  // namespace rill::inline RILL_BUILD::detail::pclmul

#include "levels/crc_fold.h"

namespace rill::inline RILL_BUILD::detail {
namespace pclmul {

// Indices for pshufb: those from `at` on move 16 bytes up by 16 - at, or, above
// 16, down by at - 16. Negative indices give 0.
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

// Adds `count` bytes, 1 to 15, to the register. Reads the 16 bytes before
// `end`.
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

// The sum of 16 bytes in a register and of `count` bytes that follow.
template <std::uint32_t Poly>
RILL_LEVEL_INLINE std::uint32_t ended(longs v, unsigned char const* bytes,
                                      std::size_t count) noexcept {
  for (; count >= 16; count -= 16) take<Poly, 1>(&v, bytes);
  if (count != 0) v = with_rest<Poly>(v, bytes + count, count);
  return remainder<Poly>(v);
}

// Requires count >= 16. Inlined, so that the wider kernels compile it with AVX
// for short runs (up to 10 % below 256 bytes, Zen 5).
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

}  // namespace pclmul

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

// Reflected sums of 32 bits, 256 bytes at a time.
//
// x86-64 with cpu::avx2 and VPCLMULQDQ, which some processors without AVX-512
// have too (Zen 3, Alder Lake).

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

namespace rill::inline RILL_BUILD::detail {
namespace vpclmul {

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

}  // namespace vpclmul

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

// Reflected sums of 32 bits, 512 bytes at a time.
//
// x86-64 with has_ice_lake().

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
