// rill/hash/kernel/x86/adler32_ssse3.h: Adler-32 by registers of 16 bytes.
//
// Floor 2. x86-64 with SSSE3. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_ADLER32_SSSE3_H
#define RILL_HASH_KERNEL_X86_ADLER32_SSSE3_H

#include "../adler32_weights.h"

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

// Requires count >= 16, at most adler32_most. A template, so that only who uses
// it pays for it.
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

#endif
