// rill/hash/kernel/features.h: instructions for hashes that are not part of the
// levels of memory/dispatch.h.
//
// Layer 2. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_FEATURES_H
#define RILL_HASH_KERNEL_FEATURES_H

#include "../../memory/dispatch.h"

#if RILL_X86_64
#include <cpuid.h>  // __get_cpuid_count
#endif
#if RILL_AUXILIARY_VECTOR
#include <linux/auxvec.h>  // AT_HWCAP
#endif

namespace rill::inline RILL_BUILD::detail {

#if RILL_NEON
// The instructions for SHA, for carry-less multiplication and for CRCs are
// options of ARMv8: the Raspberry Pi 4 has only the last.

#if RILL_AUXILIARY_VECTOR
// Declared here, because <sys/auxv.h> includes the 4,500 lines of <elf.h>.
extern "C" unsigned long rill_getauxval(unsigned long) noexcept
    __asm__("getauxval");
#endif

// The bits of Linux's AT_HWCAP. Other systems do not have it; there, the build
// defines the options (base/config.h).
enum class arm_option : unsigned long {
  pmull = 1ul << 4,
  sha1 = 1ul << 5,
  sha256 = 1ul << 6,
  crc32 = 1ul << 7,
  sha512 = 1ul << 21,
};

inline bool has(arm_option option) noexcept {
  auto const bit = static_cast<unsigned long>(option);
#if RILL_AUXILIARY_VECTOR
  unsigned long const bits = rill_getauxval(AT_HWCAP);
#else
  unsigned long const bits = RILL_ARM_OPTIONS;
#endif
  return cpu_level() >= cpu::neon && (bits & bit) != 0;
}
#endif

#if RILL_X86_64
// The instructions for SHA are not part of any level of x86-64: there are
// processors with AVX-512 without them, and small ones without AVX that have
// them.

// Registers b and c of a leaf of cpuid; zeros when the leaf does not exist.
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

/// Returns true for the instructions of SHA-1 and SHA-256, and SSE4.1.
inline bool has_sha_ni() noexcept {
  return cpu_level() >= cpu::ssse3 && (cpuid_leaf(7).b & 1u << 29) != 0;
}
/// Return true for carry-less multiplication in registers of 16 bytes, and of
/// 32.
inline bool has_pclmul() noexcept {
  return cpu_level() >= cpu::ssse3 && (cpuid_leaf(1).c & 1u << 1) != 0;
}
inline bool has_vpclmul() noexcept {
  return cpu_level() >= cpu::avx2 && has_pclmul() &&
         (cpuid_leaf(7).c & 1u << 10) != 0;
}
/// cpu::avx512 with VPCLMULQDQ and VNNI, which all processors of that level
/// have except Cannon Lake. Kernels that need only one of the two use this set
/// too, because each set named in a header costs g++ a millisecond.
#define RILL_ICE_LAKE                                             \
  [[gnu::target(                                                  \
      "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,vpclmulqdq," \
      "pclmul")]]
inline bool has_ice_lake() noexcept {
  return cpu_level() >= cpu::avx512 && has_vpclmul() &&
         (cpuid_leaf(7).c & 1u << 11) != 0;
}
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
