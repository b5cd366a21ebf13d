// rill/hash/kernel/arm/features.h: what a 64-bit ARM processor has beside its
// level.
//
// Floor 2. The instructions for SHA, for carry-less multiplication and for CRCs
// are options of ARMv8: the Raspberry Pi 4 has the last alone. Tests:
// test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_FEATURES_H
#define RILL_HASH_KERNEL_ARM_FEATURES_H

#include "../../../memory/dispatch.h"

#if RILL_AUXILIARY_VECTOR
#include <linux/auxvec.h>  // AT_HWCAP
#endif

namespace rill::inline RILL_BUILD::detail {

#if RILL_AUXILIARY_VECTOR
// Declared here, because <sys/auxv.h> comes with the 4,500 lines of <elf.h>.
extern "C" unsigned long rill_getauxval(unsigned long) noexcept
    __asm__("getauxval");
#endif

// The bits of Linux's AT_HWCAP. Other systems have none; there, the build says
// what its processors have (base/config.h).
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
