// rill/hash/kernel/x86/sha512_avx2.h: the blocks of SHA-512 with BMI2, whose
// rotation leaves its operand and the flags alone.
//
// Floor 2. x86-64 with AVX2 and BMI2. Tests: test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SHA512_AVX2_H
#define RILL_HASH_KERNEL_X86_SHA512_AVX2_H

#include "../generic/sha2.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::target("avx2,bmi,bmi2")]] inline void sha512_avx2(
    std::uint64_t* state, unsigned char const* blocks,
    std::size_t count) noexcept {
  sha2_blocks(state, blocks, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
