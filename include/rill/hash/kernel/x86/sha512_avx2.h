// rill/hash/kernel/x86/sha512_avx2.h: the blocks of SHA-512 with vectors of
// four words.
//
// Floor 2. x86-64 with cpu::avx2 and BMI2, whose rotations leave the
// flags alone: a third faster than the portable code. The kernel is that of
// levels/. Tests: test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SHA512_AVX2_H
#define RILL_HASH_KERNEL_X86_SHA512_AVX2_H

#include "../../../memory/kernel/shuffle.h"
#include "../generic/sha2.h"

#define RILL_LEVEL sha512_avx2
#define RILL_LEVEL_TARGET [[gnu::target("avx2,bmi,bmi2")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/sha512.h"

#undef RILL_LEVEL
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_INLINE

#endif
