// rill/hash/kernel/arm/sha_crypto.h: the blocks of SHA-1 and SHA-2 by the
// instructions of ARMv8 for them.
//
// Layer 2. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_SHA_CRYPTO_H
#define RILL_HASH_KERNEL_ARM_SHA_CRYPTO_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "../../../base/config.h"
#include "../../../memory/kernel/shuffle.h"
#include "../features.h"
#include "../generic/sha.h"

// Words of a message in vectors.
//
// 64-bit ARM.

namespace rill::inline RILL_BUILD::detail::arm {

typedef unsigned char bytes __attribute__((vector_size(16)));
typedef std::uint32_t words __attribute__((vector_size(16)));
typedef std::uint64_t long_words __attribute__((vector_size(16)));

RILL_ALWAYS_INLINE words load_words(void const* from) noexcept {
  words made;
  __builtin_memcpy(&made, from, sizeof made);
  return made;
}
RILL_ALWAYS_INLINE words load_big_words(unsigned char const* from) noexcept {
  auto const v = reinterpret_cast<bytes>(load_words(from));
  return reinterpret_cast<words>(
      RILL_SHUFFLE(v, v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
}
RILL_ALWAYS_INLINE long_words load_long_words(void const* from) noexcept {
  return reinterpret_cast<long_words>(load_words(from));
}
RILL_ALWAYS_INLINE long_words
load_big_long_words(unsigned char const* from) noexcept {
  auto const v = reinterpret_cast<bytes>(load_words(from));
  return reinterpret_cast<long_words>(
      RILL_SHUFFLE(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

}  // namespace rill::inline RILL_BUILD::detail::arm

// The blocks of SHA-1 by the instructions for it.
//
// 64-bit ARM with SHA1. sha1c, sha1p and sha1m do four rounds on {a, b, c, d},
// the first letter in the lowest element, with e and the words of the rounds
// plus their constant. Inline assembly, because builtins differ between
// compilers and <arm_neon.h> is not included (docs/decisions/0007-kernels.md).
// Source: Arm Architecture Reference Manual, C7.

#define RILL_SHA1 [[gnu::target("+crypto")]]

namespace rill::inline RILL_BUILD::detail {
namespace arm_sha1 {

using arm::words;

// Makes the words of four rounds from the sixteen before.
RILL_SHA1 RILL_ALWAYS_INLINE words next_words(words first, words second,
                                              words third,
                                              words fourth) noexcept {
  asm("sha1su0 %0.4s, %1.4s, %2.4s" : "+w"(first) : "w"(second), "w"(third));
  asm("sha1su1 %0.4s, %1.4s" : "+w"(first) : "w"(fourth));
  return first;
}

// Phase is the index of 20 rounds. Only the lowest element of `e` is used.
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

}  // namespace arm_sha1

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

// The blocks of SHA-256 by the instructions for it.
//
// 64-bit ARM with SHA2. sha256h and sha256h2 do four rounds on {a, b, c, d} and
// {e, f, g, h}, the first letter in the lowest element. Source: Arm
// Architecture Reference Manual, C7.

#define RILL_SHA2 [[gnu::target("+crypto")]]

namespace rill::inline RILL_BUILD::detail {
namespace arm_sha256 {

using arm::words;

// Makes the words of four rounds from the sixteen before.
RILL_SHA2 RILL_ALWAYS_INLINE words next_words(words first, words second,
                                              words third,
                                              words fourth) noexcept {
  asm("sha256su0 %0.4s, %1.4s" : "+w"(first) : "w"(second));
  asm("sha256su1 %0.4s, %1.4s, %2.4s" : "+w"(first) : "w"(third), "w"(fourth));
  return first;
}

// `added` is the words plus the constants.
RILL_SHA2 RILL_ALWAYS_INLINE void four_rounds(words& abcd, words& efgh,
                                              words added) noexcept {
  words const before = abcd;
  asm("sha256h %q0, %q1, %2.4s" : "+w"(abcd) : "w"(efgh), "w"(added));
  asm("sha256h2 %q0, %q1, %2.4s" : "+w"(efgh) : "w"(before), "w"(added));
}

}  // namespace arm_sha256

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

// The blocks of SHA-512 by the instructions for it.
//
// 64-bit ARM with SHA512 (ARMv8.2). The state is four pairs, the first letter
// in the lower element. sha512h takes {d, e}, {f, g}, and {g, h} plus two
// words, the later word in the lower element. It computes what two rounds add
// to {c, d}. sha512h2 then computes the next {a, b}. Source: Arm Architecture
// Reference Manual, C7.

#define RILL_SHA512 [[gnu::target("+sha3")]]

namespace rill::inline RILL_BUILD::detail {
namespace arm_sha512 {

using words = arm::long_words;

// The upper element of a and the lower of b.
RILL_SHA512 RILL_ALWAYS_INLINE words between(words a, words b) noexcept {
  return RILL_SHUFFLE(a, b, 1, 2);
}

// Makes the pair of words that comes 16 after w[i & 7].
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

// `added` is the words plus the constants.
RILL_SHA512 RILL_ALWAYS_INLINE void two_rounds(state& s, words added) noexcept {
  words sum = s.gh + between(added, added);
  asm("sha512h %q0, %q1, %2.2d"
      : "+w"(sum)
      : "w"(between(s.ef, s.gh)), "w"(between(s.cd, s.ef)));
  words const next_ef = s.cd + sum;
  asm("sha512h2 %q0, %q1, %2.2d" : "+w"(sum) : "w"(s.cd), "w"(s.ab));
  s = {sum, s.ab, next_ef, s.ef};
}

}  // namespace arm_sha512

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
