// rill/hash/kernel/x86/sha256_ni.h: the blocks of SHA-256 by the instructions
// made for it.
//
// Floor 2. x86-64 with SHA, SSSE3 and SSE4.1. sha256rnds2 does two rounds on
// the state in the order {a, b, e, f} and {c, d, g, h}; each waits for the one
// before, which is all that a block costs: 32 of them, of four cycles (Zen) or
// so. Source: Intel, "Intel SHA Extensions" (2013). Tests:
// test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SHA256_NI_H
#define RILL_HASH_KERNEL_X86_SHA256_NI_H

#include "../../../memory/kernel/shuffle.h"
#include "../generic/sha2.h"
#include "features.h"

#define RILL_SHA_NI [[gnu::target("sha,sse4.1,ssse3")]]

namespace rill::inline RILL_BUILD::detail::sha_ni {

typedef int ints __attribute__((vector_size(16)));
typedef int loose_ints __attribute__((vector_size(16), aligned(1), may_alias));
typedef char bytes __attribute__((vector_size(16)));

// Four words of the roots, which sha2_roots has in halves.
struct roots_256 {
  alignas(16) std::uint32_t words[64];
};
inline constexpr roots_256 roots = [] {
  roots_256 made = {};
  for (int i = 0; i != 64; ++i)
    made.words[i] = sha2_terms<std::uint32_t>::root(i);
  return made;
}();

RILL_SHA_NI RILL_ALWAYS_INLINE ints load(void const* from) noexcept {
  return *static_cast<loose_ints const*>(from);
}
RILL_SHA_NI RILL_ALWAYS_INLINE ints
load_big_words(unsigned char const* from) noexcept {
  bytes const order = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
  return reinterpret_cast<ints>(
      __builtin_ia32_pshufb128(reinterpret_cast<bytes>(load(from)), order));
}

// The words of four rounds from those of the sixteen before, `first` being the
// oldest four.
RILL_SHA_NI RILL_ALWAYS_INLINE ints next_words(ints first, ints second,
                                               ints third,
                                               ints fourth) noexcept {
  ints const seven_before = RILL_SHUFFLE(third, fourth, 1, 2, 3, 4);
  return __builtin_ia32_sha256msg2(
      __builtin_ia32_sha256msg1(first, second) + seven_before, fourth);
}

// Four rounds. `added` are the words plus the roots.
RILL_SHA_NI RILL_ALWAYS_INLINE void four_rounds(ints& abef, ints& cdgh,
                                                ints added) noexcept {
  cdgh = __builtin_ia32_sha256rnds2(cdgh, abef, added);
  ints const upper = RILL_SHUFFLE(added, added, 2, 3, 0, 0);
  abef = __builtin_ia32_sha256rnds2(abef, cdgh, upper);
}

}  // namespace rill::inline RILL_BUILD::detail::sha_ni

namespace rill::inline RILL_BUILD::detail {

RILL_SHA_NI inline void sha256_ni(std::uint32_t* state,
                                  unsigned char const* blocks,
                                  std::size_t count) noexcept {
  using sha_ni::ints;
  ints const abcd = sha_ni::load(state);
  ints const efgh = sha_ni::load(state + 4);
  // The upper word is the first letter.
  ints abef = RILL_SHUFFLE(abcd, efgh, 5, 4, 1, 0);
  ints cdgh = RILL_SHUFFLE(abcd, efgh, 7, 6, 3, 2);
  for (; count != 0; --count, blocks += 64) {
    ints const abef_before = abef, cdgh_before = cdgh;
    ints w[4];
#pragma GCC unroll 16
    for (int i = 0; i != 16; ++i) {
      int const at = i & 3;
      w[at] = i < 4 ? sha_ni::load_big_words(blocks + 16 * i)
                    : sha_ni::next_words(w[at], w[(i + 1) & 3], w[(i + 2) & 3],
                                         w[(i + 3) & 3]);
      sha_ni::four_rounds(abef, cdgh,
                          w[at] + sha_ni::load(sha_ni::roots.words + 4 * i));
    }
    abef += abef_before;
    cdgh += cdgh_before;
  }
  ints const first = RILL_SHUFFLE(abef, cdgh, 3, 2, 7, 6);
  ints const second = RILL_SHUFFLE(abef, cdgh, 1, 0, 5, 4);
  __builtin_memcpy(state, &first, 16);
  __builtin_memcpy(state + 4, &second, 16);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SHA_NI

#endif
