// rill/hash/kernel/arm/sha512_crypto.h: the blocks of SHA-512 by the
// instructions made for it.
//
// Floor 2. 64-bit ARM with SHA512 (ARMv8.2). The state is four pairs, the first
// letter in the lower word. sha512h makes of {d, e}, {f, g} and {g, h} with the
// words, the later one below, what two rounds add to {c, d}; sha512h2 then
// makes the next {a, b}. Source: Arm Architecture Reference Manual, C7. Tests:
// test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_SHA512_CRYPTO_H
#define RILL_HASH_KERNEL_ARM_SHA512_CRYPTO_H

#include "../generic/sha2.h"
#include "features.h"
#include "words.h"

#define RILL_SHA512 [[gnu::target("+sha3")]]

namespace rill::inline RILL_BUILD::detail::arm_sha512 {

using words = arm::long_words;

// The upper word of a and the lower of b.
RILL_SHA512 RILL_ALWAYS_INLINE words between(words a, words b) noexcept {
  return RILL_SHUFFLE(a, b, 1, 2);
}

// The pair that comes 16 words after w[i & 7].
RILL_SHA512 RILL_ALWAYS_INLINE words next_words(words const* w,
                                                int i) noexcept {
  words made = w[i & 7];
  asm("sha512su0 %0.2d, %1.2d" : "+w"(made) : "w"(w[(i + 1) & 7]));
  asm("sha512su1 %0.2d, %1.2d, %2.2d"
      : "+w"(made)
      : "w"(w[(i + 7) & 7]), "w"(between(w[(i + 4) & 7], w[(i + 5) & 7])));
  return made;
}

struct state {
  words ab, cd, ef, gh;
};

// `added` are the words plus the roots.
RILL_SHA512 RILL_ALWAYS_INLINE void two_rounds(state& s, words added) noexcept {
  words sum = s.gh + between(added, added);
  asm("sha512h %q0, %q1, %2.2d"
      : "+w"(sum)
      : "w"(between(s.ef, s.gh)), "w"(between(s.cd, s.ef)));
  words const next_ef = s.cd + sum;
  asm("sha512h2 %q0, %q1, %2.2d" : "+w"(sum) : "w"(s.cd), "w"(s.ab));
  s = {sum, s.ab, next_ef, s.ef};
}

}  // namespace rill::inline RILL_BUILD::detail::arm_sha512

namespace rill::inline RILL_BUILD::detail {

RILL_SHA512 inline void sha512_crypto(std::uint64_t* state,
                                      unsigned char const* blocks,
                                      std::size_t count) noexcept {
  using arm_sha512::words;
  arm_sha512::state s = {
      arm::load_long_words(state), arm::load_long_words(state + 2),
      arm::load_long_words(state + 4), arm::load_long_words(state + 6)};
  for (; count != 0; --count, blocks += 128) {
    arm_sha512::state const before = s;
    words w[8];
#pragma GCC unroll 8
    for (int i = 0; i != 8; ++i) {
      w[i] = arm::load_big_long_words(blocks + 16 * i);
      arm_sha512::two_rounds(s,
                             w[i] + arm::load_long_words(sha2_roots + 2 * i));
    }
    for (int from = 8; from != 40; from += 8)
#pragma GCC unroll 8
      for (int i = 0; i != 8; ++i) {
        w[i] = arm_sha512::next_words(w, i);
        arm_sha512::two_rounds(
            s, w[i] + arm::load_long_words(sha2_roots + 2 * (from + i)));
      }
    s = {s.ab + before.ab, s.cd + before.cd, s.ef + before.ef,
         s.gh + before.gh};
  }
  __builtin_memcpy(state, &s, 64);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SHA512

#endif
