// rill/hash/kernel/arm/sha1_crypto.h: the blocks of SHA-1 by the instructions
// made for it.
//
// Floor 2. 64-bit ARM with SHA1. sha1c, sha1p and sha1m do four rounds on
// {a, b, c, d}, the first letter in the lowest word, with e and the words of
// the rounds plus their constant. The instructions have their names in assembly
// language, because builtins differ between compilers and <arm_neon.h> is not
// included (docs/decisions/0007-kernels.md). Source: Arm Architecture Reference
// Manual, C7. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_SHA1_CRYPTO_H
#define RILL_HASH_KERNEL_ARM_SHA1_CRYPTO_H

#include "../generic/sha1.h"
#include "features.h"
#include "words.h"

#define RILL_SHA1 [[gnu::target("+crypto")]]

namespace rill::inline RILL_BUILD::detail::arm_sha1 {

using arm::words;

// The words of four rounds from those of the sixteen before.
RILL_SHA1 RILL_ALWAYS_INLINE words next_words(words first, words second,
                                              words third,
                                              words fourth) noexcept {
  asm("sha1su0 %0.4s, %1.4s, %2.4s" : "+w"(first) : "w"(second), "w"(third));
  asm("sha1su1 %0.4s, %1.4s" : "+w"(first) : "w"(fourth));
  return first;
}

// Phase is that of 20 rounds. The lowest words of `e` count.
template <int Phase>
RILL_SHA1 RILL_ALWAYS_INLINE words four_rounds(words abcd, words e,
                                               words added) noexcept {
  if constexpr (Phase == 0)
    asm("sha1c %q0, %s1, %2.4s" : "+w"(abcd) : "w"(e), "w"(added));
  else if constexpr (Phase == 2)
    asm("sha1m %q0, %s1, %2.4s" : "+w"(abcd) : "w"(e), "w"(added));
  else
    asm("sha1p %q0, %s1, %2.4s" : "+w"(abcd) : "w"(e), "w"(added));
  return abcd;
}
// The e of four rounds later.
RILL_SHA1 RILL_ALWAYS_INLINE words next_e(words abcd) noexcept {
  words e;
  asm("sha1h %s0, %s1" : "=w"(e) : "w"(abcd));
  return e;
}

template <int Phase>
RILL_SHA1 RILL_ALWAYS_INLINE void phase(words& abcd, words& e, words* w,
                                        unsigned char const* block) noexcept {
#pragma GCC unroll 5
  for (int i = 5 * Phase; i != 5 * Phase + 5; ++i) {
    words& now = w[i & 3];
    now = i < 4
              ? arm::load_big_words(block + 16 * i)
              : next_words(now, w[(i + 1) & 3], w[(i + 2) & 3], w[(i + 3) & 3]);
    words const later = next_e(abcd);
    abcd = four_rounds<Phase>(abcd, e, now + sha1_added[Phase]);
    e = later;
  }
}

}  // namespace rill::inline RILL_BUILD::detail::arm_sha1

namespace rill::inline RILL_BUILD::detail {

RILL_SHA1 inline void sha1_crypto(std::uint32_t* state,
                                  unsigned char const* blocks,
                                  std::size_t count) noexcept {
  using arm_sha1::words;
  words abcd = arm::load_words(state);
  words e = {state[4]};
  for (; count != 0; --count, blocks += 64) {
    words const abcd_before = abcd, e_before = e;
    words w[4];
    arm_sha1::phase<0>(abcd, e, w, blocks);
    arm_sha1::phase<1>(abcd, e, w, blocks);
    arm_sha1::phase<2>(abcd, e, w, blocks);
    arm_sha1::phase<3>(abcd, e, w, blocks);
    abcd += abcd_before;
    e += e_before;
  }
  __builtin_memcpy(state, &abcd, 16);
  state[4] = e[0];
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SHA1

#endif
