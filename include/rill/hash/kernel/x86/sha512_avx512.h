// rill/hash/kernel/x86/sha512_avx512.h: the blocks of SHA-512, their words made
// four at a time beside the rounds.
//
// Floor 2. x86-64 with cpu::avx512, whose rotations of vectors are one
// instruction. Tests: test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SHA512_AVX512_H
#define RILL_HASH_KERNEL_X86_SHA512_AVX512_H

#include "../../../memory/kernel/shuffle.h"
#include "../generic/sha2.h"

#define RILL_SHA_512 [[gnu::target("avx512f,avx512bw,avx512vl,bmi,bmi2")]]

namespace rill::inline RILL_BUILD::detail::sha_512 {

typedef std::uint64_t words __attribute__((vector_size(32)));
typedef std::uint64_t loose_words
    __attribute__((vector_size(32), aligned(1), may_alias));
typedef char bytes __attribute__((vector_size(32)));

RILL_SHA_512 RILL_ALWAYS_INLINE words load(void const* from) noexcept {
  return *static_cast<loose_words const*>(from);
}
RILL_SHA_512 RILL_ALWAYS_INLINE words
load_big_words(unsigned char const* from) noexcept {
  bytes const order = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                       7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
  return reinterpret_cast<words>(
      __builtin_ia32_pshufb256(reinterpret_cast<bytes>(load(from)), order));
}
RILL_SHA_512 RILL_ALWAYS_INLINE words of_early(words x) noexcept {
  return (x >> 1 | x << 63) ^ (x >> 8 | x << 56) ^ x >> 7;
}
RILL_SHA_512 RILL_ALWAYS_INLINE words of_late(words x) noexcept {
  return (x >> 19 | x << 45) ^ (x >> 61 | x << 3) ^ x >> 6;
}

// The four words that come 16 after `first`. The last two of them need the
// first two.
RILL_SHA_512 RILL_ALWAYS_INLINE words next_words(words first, words second,
                                                 words third,
                                                 words fourth) noexcept {
  words const none = {};
  words made = first + of_early(RILL_SHUFFLE(first, second, 1, 2, 3, 4)) +
               RILL_SHUFFLE(third, fourth, 1, 2, 3, 4);
  made += of_late(RILL_SHUFFLE(fourth, none, 2, 3, 4, 4));
  return made + of_late(RILL_SHUFFLE(made, none, 4, 4, 0, 1));
}

}  // namespace rill::inline RILL_BUILD::detail::sha_512

namespace rill::inline RILL_BUILD::detail {

RILL_SHA_512 inline void sha512_avx512(std::uint64_t* state,
                                       unsigned char const* blocks,
                                       std::size_t count) noexcept {
  using sha_512::words;
  using round = sha2_round<std::uint64_t>;
  for (; count != 0; --count, blocks += 128) {
    words w[4];
    alignas(32) std::uint64_t added[16];
#pragma GCC unroll 4
    for (int i = 0; i != 4; ++i) {
      w[i] = sha_512::load_big_words(blocks + 32 * i);
      words const sum = w[i] + sha_512::load(sha2_roots + 4 * i);
      __builtin_memcpy(added + 4 * i, &sum, 32);
    }
    std::uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    std::uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i != 80; i += 16) {
#pragma GCC unroll 2
      for (int k = 0; k != 4; k += 2) {
        std::uint64_t* const v = added + 4 * k;
        round::step(a, b, c, d, e, f, g, h, v[0]);
        round::step(h, a, b, c, d, e, f, g, v[1]);
        round::step(g, h, a, b, c, d, e, f, v[2]);
        round::step(f, g, h, a, b, c, d, e, v[3]);
        round::step(e, f, g, h, a, b, c, d, v[4]);
        round::step(d, e, f, g, h, a, b, c, v[5]);
        round::step(c, d, e, f, g, h, a, b, v[6]);
        round::step(b, c, d, e, f, g, h, a, v[7]);
        if (i == 64) continue;
#pragma GCC unroll 2
        for (int j = k; j != k + 2; ++j) {
          w[j] = sha_512::next_words(w[j], w[(j + 1) & 3], w[(j + 2) & 3],
                                     w[(j + 3) & 3]);
          words const sum = w[j] + sha_512::load(sha2_roots + i + 16 + 4 * j);
          __builtin_memcpy(added + 4 * j, &sum, 32);
        }
      }
    }
    std::uint64_t const after[] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i != 8; ++i) state[i] += after[i];
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SHA_512

#endif
