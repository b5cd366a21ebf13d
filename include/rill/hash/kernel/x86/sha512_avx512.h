// rill/hash/kernel/x86/sha512_avx512.h: the blocks of SHA-512 with vectors of
// four words.
//
// Floor 2. x86-64 with cpu::avx512, whose rotations of vectors are one
// instruction: a tenth faster than with AVX2. The kernel is that of
// levels/. Tests: test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SHA512_AVX512_H
#define RILL_HASH_KERNEL_X86_SHA512_AVX512_H

#include "../../../memory/kernel/shuffle.h"
#include "../generic/sha2.h"

#define RILL_LEVEL sha512_avx512
#define RILL_LEVEL_TARGET [[gnu::target("avx512f,avx512bw,avx512vl,bmi,bmi2")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/sha512.h"

#undef RILL_LEVEL
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_INLINE

#endif
