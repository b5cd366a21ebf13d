// rill/hash/kernel/x86/sha.h: the blocks of SHA-1 and SHA-256 by SHA-NI, of
// SHA-512 with AVX2 and AVX-512.
//
// Layer 2. Tests: test/hash/sha1_test.cpp, test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SHA_H
#define RILL_HASH_KERNEL_X86_SHA_H

#include "../../../memory/kernel/shuffle.h"
#include "../features.h"
#include "../generic/sha.h"

// The blocks of SHA-1 with SHA-NI.
//
// x86-64 with SHA, SSSE3 and SSE4.1. sha1rnds4 does four rounds on {a, b, c,
// d}, the first letter in the highest element. Its other operand has the words
// of the four rounds, with the rotated e added to the highest. Source: Intel,
// "Intel SHA Extensions" (2013).

#define RILL_SHA_NI [[gnu::target("sha,sse4.1,ssse3")]]

namespace rill::inline RILL_BUILD::detail {
namespace sha1_registers {

typedef std::uint32_t ints __attribute__((vector_size(16)));
// The type of the builtins' arguments. Sums are unsigned, so that they may
// wrap.
typedef int signed_ints __attribute__((vector_size(16)));
typedef char bytes __attribute__((vector_size(16)));
typedef char loose_bytes
    __attribute__((vector_size(16), aligned(1), may_alias));

// Loads the words of a block, the first in the highest element.
RILL_SHA_NI RILL_ALWAYS_INLINE ints
load_words(unsigned char const* from) noexcept {
  bytes const order = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  return reinterpret_cast<ints>(__builtin_ia32_pshufb128(
      *reinterpret_cast<loose_bytes const*>(from), order));
}

// Makes the words of four rounds from the sixteen before.
RILL_SHA_NI RILL_ALWAYS_INLINE ints next_words(ints first, ints second,
                                               ints third,
                                               ints fourth) noexcept {
  signed_ints const begun =
      __builtin_ia32_sha1msg1(reinterpret_cast<signed_ints>(first),
                              reinterpret_cast<signed_ints>(second)) ^
      reinterpret_cast<signed_ints>(third);
  return reinterpret_cast<ints>(
      __builtin_ia32_sha1msg2(begun, reinterpret_cast<signed_ints>(fourth)));
}

// The words of four rounds plus e, which is the a of the previous group.
RILL_SHA_NI RILL_ALWAYS_INLINE ints with_e(ints before, ints now) noexcept {
  return reinterpret_cast<ints>(
      __builtin_ia32_sha1nexte(reinterpret_cast<signed_ints>(before),
                               reinterpret_cast<signed_ints>(now)));
}

// The words of the last 16 rounds, four for each group.
struct words {
  ints held[4];
};

// Group is the index of four rounds, 0 to 19. `before` is {a, b, c, d} at the
// start of the previous group, whose a becomes the e of this one.
template <int Group>
RILL_SHA_NI RILL_ALWAYS_INLINE void four_rounds(
    ints& abcd, ints& before, words& w, unsigned char const* block) noexcept {
  ints& now = w.held[Group & 3];
  if constexpr (Group < 4)
    now = load_words(block + 16 * Group);
  else
    now = next_words(now, w.held[(Group + 1) & 3], w.held[(Group + 2) & 3],
                     w.held[(Group + 3) & 3]);
  ints const added = Group == 0 ? before + now : with_e(before, now);
  before = abcd;
  abcd = reinterpret_cast<ints>(__builtin_ia32_sha1rnds4(
      reinterpret_cast<signed_ints>(abcd), reinterpret_cast<signed_ints>(added),
      Group / 5));
}

template <int Phase>
RILL_SHA_NI RILL_ALWAYS_INLINE void phase(ints& abcd, ints& before, words& w,
                                          unsigned char const* block) noexcept {
  four_rounds<5 * Phase>(abcd, before, w, block);
  four_rounds<5 * Phase + 1>(abcd, before, w, block);
  four_rounds<5 * Phase + 2>(abcd, before, w, block);
  four_rounds<5 * Phase + 3>(abcd, before, w, block);
  four_rounds<5 * Phase + 4>(abcd, before, w, block);
}

}  // namespace sha1_registers

RILL_SHA_NI inline void sha1_ni(std::uint32_t* state,
                                unsigned char const* blocks,
                                std::size_t count) noexcept {
  namespace registers = sha1_registers;
  using registers::ints;
  ints abcd = {};
  __builtin_memcpy(&abcd, state, 16);
  abcd = RILL_SHUFFLE(abcd, abcd, 3, 2, 1, 0);
  ints e = {0, 0, 0, state[4]};
  for (; count != 0; --count, blocks += 64) {
    ints const abcd_before = abcd, e_before = e;
    registers::words w;
    registers::phase<0>(abcd, e, w, blocks);
    registers::phase<1>(abcd, e, w, blocks);
    registers::phase<2>(abcd, e, w, blocks);
    registers::phase<3>(abcd, e, w, blocks);
    abcd += abcd_before;
    e = registers::with_e(e, e_before);
  }
  abcd = RILL_SHUFFLE(abcd, abcd, 3, 2, 1, 0);
  __builtin_memcpy(state, &abcd, 16);
  state[4] = e[3];
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SHA_NI

// The blocks of SHA-512 with vectors of four words.
//
// x86-64 with cpu::avx2 and BMI2, whose rotations do not write the flags: a
// third faster than the portable code. The kernel is in levels/sha512.h.

#define RILL_LEVEL sha512_avx2
#define RILL_LEVEL_TARGET [[gnu::target("avx2,bmi,bmi2")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/sha512.h"

#undef RILL_LEVEL
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_INLINE

// The blocks of SHA-512 with vectors of four words.
//
// x86-64 with cpu::avx512, which rotates vectors in one instruction: a tenth
// faster than with AVX2. The kernel is in levels/sha512.h.

#define RILL_LEVEL sha512_avx512
#define RILL_LEVEL_TARGET [[gnu::target("avx512f,avx512bw,avx512vl,bmi,bmi2")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/sha512.h"

#undef RILL_LEVEL
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_INLINE

#endif
