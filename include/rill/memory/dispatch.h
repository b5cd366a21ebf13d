// rill/memory/dispatch.h: which instruction sets the processor has.
//
// Layer 1. Allocates nothing, throws nothing. A kernel is called through a
// pointer that first points at a chooser. The chooser asks cpu_level() and
// replaces the pointer (docs/decisions/0007-kernels.md). Tests:
// test/memory/dispatch_test.cpp.
#ifndef RILL_MEMORY_DISPATCH_H
#define RILL_MEMORY_DISPATCH_H

#include "../base/text.h"

#if RILL_CPU_OVERRIDE
#include <stdlib.h>  // getenv
#endif

namespace rill::inline RILL_BUILD {

/// The groups of instruction sets that kernels are written for. Each x86-64
/// level includes those before it except neon.
enum class cpu {
  generic,  ///< portable code only
  neon,     ///< what every 64-bit ARM processor has
  sse2,     ///< what every x86-64 processor has
  ssse3,    ///< SSE3, SSSE3, SSE4.1, SSE4.2, POPCNT (x86-64-v2)
  avx2,     ///< SSE4.2, AVX2, BMI1, BMI2, LZCNT
  avx512,   ///< F, BW, VL, DQ, VBMI, IFMA
};

/// The level that the build guarantees, without a check at run time.
inline constexpr cpu baseline_cpu = RILL_X86_64
                                        ? static_cast<cpu>(RILL_BASELINE_LEVEL)
                                    : RILL_NEON ? cpu::neon
                                                : cpu::generic;

namespace detail {

#if !RILL_HOSTED
// Without an operating system, it is unknown whether XSAVE keeps the wider
// registers: use the baseline kernels.
inline cpu processor_level() noexcept { return baseline_cpu; }
#elif RILL_X86_64
inline cpu processor_level() noexcept {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vbmi") &&
      __builtin_cpu_supports("avx512ifma"))
    return cpu::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
    return cpu::avx2;
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))
    return cpu::ssse3;
  return cpu::sse2;
}
#else
inline cpu processor_level() noexcept { return baseline_cpu; }
#endif

#if RILL_CPU_OVERRIDE
// RILL_CPU can only lower the level.
inline cpu lowered_by_environment(cpu level) noexcept {
  char const* const value = getenv("RILL_CPU");
  if (!value) return level;
  text const wanted = value;
  cpu const limit = wanted == "generic" ? cpu::generic
                    : wanted == "neon"  ? cpu::neon
                    : wanted == "sse2"  ? cpu::sse2
                    : wanted == "ssse3" ? cpu::ssse3
                    : wanted == "avx2"  ? cpu::avx2
                                        : cpu::avx512;
  return limit < level ? limit : level;
}
#endif

}  // namespace detail

/// Returns the highest level that this processor supports. In builds with
/// RILL_CPU_OVERRIDE the environment variable RILL_CPU (generic, neon, sse2,
/// ssse3, avx2, avx512) lowers it.
inline cpu cpu_level() noexcept {
#if RILL_CPU_OVERRIDE
  return detail::lowered_by_environment(detail::processor_level());
#else
  return detail::processor_level();
#endif
}

namespace detail {

#if !RILL_HOSTED
inline bool has_vbmi2() noexcept { return false; }
#elif RILL_X86_64
// Not part of cpu::avx512: Cannon Lake lacks VBMI2.
inline bool has_vbmi2() noexcept {
  return cpu_level() >= cpu::avx512 && __builtin_cpu_supports("avx512vbmi2");
}
#endif

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
