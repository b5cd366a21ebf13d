// rill/hash/kernel/x86/sha256_ni.h: the blocks of SHA-256 with SHA-NI.
//
// Layer 2. x86-64 with SHA, SSSE3 and SSE4.1. sha256rnds2 does two rounds on
// the state in the order {a, b, e, f} and {c, d, g, h}. The cost of a block is
// the dependency chain of 32 such instructions, of about four cycles each
// (Zen). Source: Intel, "Intel SHA Extensions" (2013). Tests:
// test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SHA256_NI_H
#define RILL_HASH_KERNEL_X86_SHA256_NI_H

#include "../../../memory/kernel/shuffle.h"
#include "../generic/sha.h"
#include "../features.h"

#define RILL_SHA_NI [[gnu::target("sha,sse4.1,ssse3")]]

namespace rill::inline RILL_BUILD::detail {
namespace sha_ni {

typedef std::uint32_t ints __attribute__((vector_size(16)));
typedef std::uint32_t loose_ints
    __attribute__((vector_size(16), aligned(1), may_alias));
// The type of the builtins' arguments. Sums are unsigned, so that they may
// wrap.
typedef int signed_ints __attribute__((vector_size(16)));
typedef char bytes __attribute__((vector_size(16)));

RILL_SHA_NI RILL_ALWAYS_INLINE ints load(void const* from) noexcept {
  return *static_cast<loose_ints const*>(from);
}
RILL_SHA_NI RILL_ALWAYS_INLINE ints
load_big_words(unsigned char const* from) noexcept {
  bytes const order = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
  return reinterpret_cast<ints>(
      __builtin_ia32_pshufb128(reinterpret_cast<bytes>(load(from)), order));
}

// Makes the words of four rounds from the sixteen before; `first` has the
// oldest four.
RILL_SHA_NI RILL_ALWAYS_INLINE ints next_words(ints first, ints second,
                                               ints third,
                                               ints fourth) noexcept {
  auto const begun = reinterpret_cast<ints>(
      __builtin_ia32_sha256msg1(reinterpret_cast<signed_ints>(first),
                                reinterpret_cast<signed_ints>(second)));
  ints const seven_before = RILL_SHUFFLE(third, fourth, 1, 2, 3, 4);
  return reinterpret_cast<ints>(__builtin_ia32_sha256msg2(
      reinterpret_cast<signed_ints>(begun + seven_before),
      reinterpret_cast<signed_ints>(fourth)));
}

RILL_SHA_NI RILL_ALWAYS_INLINE ints two_rounds(ints cdgh, ints abef,
                                               ints added) noexcept {
  return reinterpret_cast<ints>(__builtin_ia32_sha256rnds2(
      reinterpret_cast<signed_ints>(cdgh), reinterpret_cast<signed_ints>(abef),
      reinterpret_cast<signed_ints>(added)));
}
// Four rounds. `added` is the words plus the constants.
RILL_SHA_NI RILL_ALWAYS_INLINE void four_rounds(ints& abef, ints& cdgh,
                                                ints added) noexcept {
  cdgh = two_rounds(cdgh, abef, added);
  ints const upper = RILL_SHUFFLE(added, added, 2, 3, 0, 0);
  abef = two_rounds(abef, cdgh, upper);
}

struct state {
  ints abef;
  ints cdgh;
};
// The highest element of a register is the first letter.
RILL_SHA_NI RILL_ALWAYS_INLINE state from_words(ints abcd, ints efgh) noexcept {
  return {RILL_SHUFFLE(abcd, efgh, 5, 4, 1, 0),
          RILL_SHUFFLE(abcd, efgh, 7, 6, 3, 2)};
}
RILL_SHA_NI RILL_ALWAYS_INLINE ints abcd_of(state s) noexcept {
  return RILL_SHUFFLE(s.abef, s.cdgh, 3, 2, 7, 6);
}
RILL_SHA_NI RILL_ALWAYS_INLINE ints efgh_of(state s) noexcept {
  return RILL_SHUFFLE(s.abef, s.cdgh, 1, 0, 5, 4);
}

// Rounds 4 * i to 4 * i + 3 of a block. From round 16 on, `w` has the words of
// the sixteen rounds before.
template <bool IsFirst>
RILL_SHA_NI RILL_ALWAYS_INLINE void four_rounds_of(
    state& s, ints* w, [[maybe_unused]] unsigned char const* block,
    int i) noexcept {
  int const at = i & 3;
  if constexpr (IsFirst)
    w[at] = load_big_words(block + 16 * i);
  else
    w[at] =
        next_words(w[at], w[(at + 1) & 3], w[(at + 2) & 3], w[(at + 3) & 3]);
  four_rounds(s.abef, s.cdgh, w[at] + load(sha256_roots.of + 4 * i));
}
template <bool IsFirst>
RILL_SHA_NI RILL_ALWAYS_INLINE void sixteen_rounds(state& s, ints* w,
                                                   unsigned char const* block,
                                                   int i) noexcept {
#pragma GCC unroll 4
  for (int k = 0; k != 4; ++k) four_rounds_of<IsFirst>(s, w, block, i + k);
}

}  // namespace sha_ni

RILL_SHA_NI inline void sha256_ni(std::uint32_t* words,
                                  unsigned char const* blocks,
                                  std::size_t count) noexcept {
  using sha_ni::ints;
  sha_ni::state s =
      sha_ni::from_words(sha_ni::load(words), sha_ni::load(words + 4));
  for (; count != 0; --count, blocks += 64) {
    sha_ni::state const before = s;
    ints w[4];
    sha_ni::sixteen_rounds<true>(s, w, blocks, 0);
    for (int i = 4; i != 16; i += 4)
      sha_ni::sixteen_rounds<false>(s, w, blocks, i);
    s.abef += before.abef;
    s.cdgh += before.cdgh;
  }
  ints const first = sha_ni::abcd_of(s), second = sha_ni::efgh_of(s);
  __builtin_memcpy(words, &first, 16);
  __builtin_memcpy(words + 4, &second, 16);
}

// Two messages: the rounds of one run while those of the other wait for
// results. words[i] has word i of each.
RILL_SHA_NI inline void sha256_ni_pair(std::uint32_t (*words)[2],
                                       unsigned char const** at,
                                       std::size_t count) noexcept {
  using sha_ni::ints;
  ints both[4];
  __builtin_memcpy(both, words, sizeof both);
  sha_ni::state a =
      sha_ni::from_words(RILL_SHUFFLE(both[0], both[1], 0, 2, 4, 6),
                         RILL_SHUFFLE(both[2], both[3], 0, 2, 4, 6));
  sha_ni::state b =
      sha_ni::from_words(RILL_SHUFFLE(both[0], both[1], 1, 3, 5, 7),
                         RILL_SHUFFLE(both[2], both[3], 1, 3, 5, 7));
  for (; count != 0; --count, at[0] += 64, at[1] += 64) {
    sha_ni::state const a_before = a, b_before = b;
    ints v[4], w[4];
    sha_ni::sixteen_rounds<true>(a, v, at[0], 0);
    sha_ni::sixteen_rounds<true>(b, w, at[1], 0);
    for (int i = 4; i != 16; i += 4) {
      sha_ni::sixteen_rounds<false>(a, v, at[0], i);
      sha_ni::sixteen_rounds<false>(b, w, at[1], i);
    }
    a.abef += a_before.abef;
    a.cdgh += a_before.cdgh;
    b.abef += b_before.abef;
    b.cdgh += b_before.cdgh;
  }
  for (int i = 0; i != 2; ++i) {
    ints const of_a = i == 0 ? sha_ni::abcd_of(a) : sha_ni::efgh_of(a);
    ints const of_b = i == 0 ? sha_ni::abcd_of(b) : sha_ni::efgh_of(b);
    both[2 * i] = RILL_SHUFFLE(of_a, of_b, 0, 4, 1, 5);
    both[2 * i + 1] = RILL_SHUFFLE(of_a, of_b, 2, 6, 3, 7);
  }
  __builtin_memcpy(words, both, sizeof both);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SHA_NI

#endif
