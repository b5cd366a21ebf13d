// rill/hash/kernel/arm/sha256_crypto.h: the blocks of SHA-256 by the
// instructions made for it.
//
// Floor 2. 64-bit ARM with SHA2. sha256h and sha256h2 do four rounds on
// {a, b, c, d} and {e, f, g, h}, the first letter in the lowest word. Source:
// Arm Architecture Reference Manual, C7. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_SHA256_CRYPTO_H
#define RILL_HASH_KERNEL_ARM_SHA256_CRYPTO_H

#include "../generic/sha2.h"
#include "features.h"
#include "words.h"

#define RILL_SHA2 [[gnu::target("+crypto")]]

namespace rill::inline RILL_BUILD::detail::arm_sha256 {

using arm::words;

// The words of four rounds from those of the sixteen before.
RILL_SHA2 RILL_ALWAYS_INLINE words next_words(words first, words second,
                                              words third,
                                              words fourth) noexcept {
  asm("sha256su0 %0.4s, %1.4s" : "+w"(first) : "w"(second));
  asm("sha256su1 %0.4s, %1.4s, %2.4s" : "+w"(first) : "w"(third), "w"(fourth));
  return first;
}

// `added` are the words plus the roots.
RILL_SHA2 RILL_ALWAYS_INLINE void four_rounds(words& abcd, words& efgh,
                                              words added) noexcept {
  words const before = abcd;
  asm("sha256h %q0, %q1, %2.4s" : "+w"(abcd) : "w"(efgh), "w"(added));
  asm("sha256h2 %q0, %q1, %2.4s" : "+w"(efgh) : "w"(before), "w"(added));
}

}  // namespace rill::inline RILL_BUILD::detail::arm_sha256

namespace rill::inline RILL_BUILD::detail {

RILL_SHA2 inline void sha256_crypto(std::uint32_t* state,
                                    unsigned char const* blocks,
                                    std::size_t count) noexcept {
  using arm_sha256::words;
  words abcd = arm::load_words(state);
  words efgh = arm::load_words(state + 4);
  for (; count != 0; --count, blocks += 64) {
    words const abcd_before = abcd, efgh_before = efgh;
    words w[4];
#pragma GCC unroll 16
    for (int i = 0; i != 16; ++i) {
      words& now = w[i & 3];
      now = i < 4 ? arm::load_big_words(blocks + 16 * i)
                  : arm_sha256::next_words(now, w[(i + 1) & 3], w[(i + 2) & 3],
                                           w[(i + 3) & 3]);
      arm_sha256::four_rounds(abcd, efgh,
                              now + arm::load_words(sha256_roots.of + 4 * i));
    }
    abcd += abcd_before;
    efgh += efgh_before;
  }
  __builtin_memcpy(state, &abcd, 16);
  __builtin_memcpy(state + 4, &efgh, 16);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SHA2

#endif
