// rill/hash/kernel/x86/adler32.h: Adler-32 with vectors of 16, 32 and 64
// bytes.
//
// Layer 2. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_ADLER32_H
#define RILL_HASH_KERNEL_X86_ADLER32_H

#include "../features.h"
#include "../generic/adler32.h"

// Adler-32 in registers of 16 bytes.
//
// x86-64 with SSSE3.

#define RILL_LEVEL adler_ssse3
#define RILL_LEVEL_WIDTH 16
#define RILL_LEVEL_TARGET [[gnu::target("ssse3")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::adler_ssse3 {

typedef char bytes __attribute__((vector_size(16)));
typedef char loose_bytes
    __attribute__((vector_size(16), aligned(1), may_alias));
typedef short words __attribute__((vector_size(16)));
typedef unsigned ints __attribute__((vector_size(16)));
typedef unsigned long long longs __attribute__((vector_size(16)));

RILL_LEVEL_INLINE ints added(ints sums, bytes v) noexcept {
  return sums + reinterpret_cast<ints>(__builtin_ia32_psadbw128(v, bytes{}));
}
RILL_LEVEL_INLINE ints weighted(ints sums, bytes v, bytes weights) noexcept {
  words const one = {1, 1, 1, 1, 1, 1, 1, 1};
  return sums + reinterpret_cast<ints>(__builtin_ia32_pmaddwd128(
                    __builtin_ia32_pmaddubsw128(v, weights), one));
}
RILL_LEVEL_INLINE std::uint64_t total(longs v) noexcept { return v[0] + v[1]; }

}  // namespace rill::inline RILL_BUILD::detail::adler_ssse3

#include "levels/adler32.h"

namespace rill::inline RILL_BUILD::detail {

// Requires 16 <= count <= adler32_most. A template, so that only programs that
// use it compile it.
template <class = void>
RILL_LEVEL_TARGET std::uint32_t adler32_ssse3(std::uint32_t sum,
                                              unsigned char const* bytes,
                                              std::size_t count) noexcept {
  return count < 64 ? adler_ssse3::sum_of<16>(sum, bytes, count)
                    : adler_ssse3::sum_of<64>(sum, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

// Adler-32 in registers of 32 bytes.
//
// x86-64 with AVX2.

#define RILL_LEVEL adler_avx2
#define RILL_LEVEL_WIDTH 32
#define RILL_LEVEL_TARGET [[gnu::target("avx2")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::adler_avx2 {

typedef char bytes __attribute__((vector_size(32)));
typedef char loose_bytes
    __attribute__((vector_size(32), aligned(1), may_alias));
typedef short words __attribute__((vector_size(32)));
typedef unsigned ints __attribute__((vector_size(32)));
typedef unsigned long long longs __attribute__((vector_size(32)));
typedef long long signed_longs __attribute__((vector_size(32)));

RILL_LEVEL_INLINE ints added(ints sums, bytes v) noexcept {
  return sums + reinterpret_cast<ints>(__builtin_ia32_psadbw256(v, bytes{}));
}
RILL_LEVEL_INLINE ints weighted(ints sums, bytes v, bytes weights) noexcept {
  words const one = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  return sums + reinterpret_cast<ints>(__builtin_ia32_pmaddwd256(
                    __builtin_ia32_pmaddubsw256(v, weights), one));
}
RILL_LEVEL_INLINE std::uint64_t total(longs v) noexcept {
  auto const whole = reinterpret_cast<signed_longs>(v);
  return adler_ssse3::total(reinterpret_cast<adler_ssse3::longs>(
      __builtin_ia32_extract128i256(whole, 0) +
      __builtin_ia32_extract128i256(whole, 1)));
}

}  // namespace rill::inline RILL_BUILD::detail::adler_avx2

#include "levels/adler32.h"

namespace rill::inline RILL_BUILD::detail {

// Requires 16 <= count <= adler32_most. A template, so that only programs that
// use it compile it.
template <class = void>
RILL_LEVEL_TARGET std::uint32_t adler32_avx2(std::uint32_t sum,
                                             unsigned char const* bytes,
                                             std::size_t count) noexcept {
  return count < 64 ? adler_ssse3::sum_of<16>(sum, bytes, count)
                    : adler_avx2::sum_of<64>(sum, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

// Adler-32 in registers of 64 bytes.
//
// x86-64 with has_ice_lake(); VNNI's vpdpbusd adds the products of four bytes
// each.

#define RILL_LEVEL adler_avx512
#define RILL_LEVEL_WIDTH 64
#define RILL_LEVEL_TARGET RILL_ICE_LAKE
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::adler_avx512 {

typedef char bytes __attribute__((vector_size(64)));
typedef char loose_bytes
    __attribute__((vector_size(64), aligned(1), may_alias));
typedef int signed_ints __attribute__((vector_size(64)));
typedef unsigned ints __attribute__((vector_size(64)));
typedef unsigned long long longs __attribute__((vector_size(64)));
typedef long long signed_longs __attribute__((vector_size(64)));

RILL_LEVEL_INLINE ints weighted(ints sums, bytes v, bytes weights) noexcept {
  auto const before = reinterpret_cast<signed_ints>(sums);
  auto const data = reinterpret_cast<signed_ints>(v);
  auto const factors = reinterpret_cast<signed_ints>(weights);
#if defined(__clang__)
  auto const after = __builtin_ia32_vpdpbusd512(before, data, factors);
#else
  auto const after = __builtin_ia32_vpdpbusd_v16si(before, data, factors);
#endif
  return reinterpret_cast<ints>(after);
}
// Faster than vpsadbw and an addition.
RILL_LEVEL_INLINE ints added(ints sums, bytes v) noexcept {
  return weighted(sums, v, bytes{} + 1);
}
RILL_LEVEL_INLINE std::uint64_t total(longs v) noexcept {
  auto const whole = reinterpret_cast<signed_longs>(v);
  adler_avx2::signed_longs const none = {};
  return adler_avx2::total(reinterpret_cast<adler_avx2::longs>(
      __builtin_ia32_extracti64x4_mask(whole, 0, none, 0xff) +
      __builtin_ia32_extracti64x4_mask(whole, 1, none, 0xff)));
}

}  // namespace rill::inline RILL_BUILD::detail::adler_avx512

#include "levels/adler32.h"

namespace rill::inline RILL_BUILD::detail {

// Requires 16 <= count <= adler32_most. A template, so that only programs that
// use it compile it.
template <class = void>
RILL_LEVEL_TARGET std::uint32_t adler32_avx512(std::uint32_t sum,
                                               unsigned char const* bytes,
                                               std::size_t count) noexcept {
  return count < 64 ? adler_ssse3::sum_of<16>(sum, bytes, count)
                    : adler_avx512::sum_of<64>(sum, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

#endif
