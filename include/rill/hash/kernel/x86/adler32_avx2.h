// rill/hash/kernel/x86/adler32_avx2.h: Adler-32 by registers of 32 bytes.
//
// Floor 2. x86-64 with AVX2. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_ADLER32_AVX2_H
#define RILL_HASH_KERNEL_X86_ADLER32_AVX2_H

#include "adler32_ssse3.h"

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

// Requires count >= 16, at most adler32_most. A template, so that only who uses
// it pays for it.
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

#endif
