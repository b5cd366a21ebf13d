// rill/hash/kernel/x86/features.h: what a processor has beside its level.
//
// Floor 2. The instructions for SHA are not part of any level of x86-64: there
// are processors with AVX-512 without them, and small ones without AVX that
// have them. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_FEATURES_H
#define RILL_HASH_KERNEL_X86_FEATURES_H

#include <cpuid.h>  // __get_cpuid_count

#include "../../../memory/dispatch.h"

namespace rill::inline RILL_BUILD::detail {

// Registers b and c of a leaf of cpuid; zeros where there is no such leaf.
struct cpuid_bits {
  unsigned b = 0;
  unsigned c = 0;
};
inline cpuid_bits cpuid_leaf(unsigned leaf) noexcept {
  cpuid_bits bits;
  unsigned a = 0, d = 0;
  (void)__get_cpuid_count(leaf, 0, &a, &bits.b, &bits.c, &d);
  return bits;
}

/// SHA-1's and SHA-256's instructions, with the SSE4.1 that goes with them.
inline bool has_sha_ni() noexcept {
  return cpu_level() >= cpu::ssse3 && (cpuid_leaf(7).b & 1u << 29) != 0;
}
/// Multiplication without carries, of registers of 16 bytes; of 32.
inline bool has_pclmul() noexcept {
  return cpu_level() >= cpu::ssse3 && (cpuid_leaf(1).c & 1u << 1) != 0;
}
inline bool has_vpclmul() noexcept {
  return cpu_level() >= cpu::avx2 && has_pclmul() &&
         (cpuid_leaf(7).c & 1u << 10) != 0;
}
/// cpu::avx512 with VPCLMULQDQ and VNNI: all but Cannon Lake. One set for all
/// kernels that need one of them, because g++ takes a millisecond for each set
/// that a header names.
#define RILL_ICE_LAKE                                             \
  [[gnu::target(                                                  \
      "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,vpclmulqdq," \
      "pclmul")]]
inline bool has_ice_lake() noexcept {
  return cpu_level() >= cpu::avx512 && has_vpclmul() &&
         (cpuid_leaf(7).c & 1u << 11) != 0;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
