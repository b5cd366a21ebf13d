// rill/hash/kernel/x86/levels/sha512.h: the blocks of SHA-512; makes words four
// at a time in vectors, beside the scalar rounds.
//
// Layer 2. Included once for each level, without a guard, by ../sha.h, which
// defines the macros that lanes.h describes. Tests: test/hash/sha2_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

typedef std::uint64_t words __attribute__((vector_size(32)));
typedef std::uint64_t loose_words
    __attribute__((vector_size(32), aligned(1), may_alias));
typedef char bytes __attribute__((vector_size(32)));

RILL_LEVEL_INLINE words load(void const* from) noexcept {
  return *static_cast<loose_words const*>(from);
}
RILL_LEVEL_INLINE words load_big_words(unsigned char const* from) noexcept {
  bytes const order = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                       7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
  return reinterpret_cast<words>(
      __builtin_ia32_pshufb256(reinterpret_cast<bytes>(load(from)), order));
}
template <int Count>
RILL_LEVEL_INLINE words turned_right(words x) noexcept {
  return x >> Count | x << (64 - Count);
}
using rotations = sha2_numbers<std::uint64_t>;
RILL_LEVEL_INLINE words of_early(words x) noexcept {
  return turned_right<rotations::early[0]>(x) ^
         turned_right<rotations::early[1]>(x) ^ x >> rotations::early[2];
}
RILL_LEVEL_INLINE words of_late(words x) noexcept {
  return turned_right<rotations::late[0]>(x) ^
         turned_right<rotations::late[1]>(x) ^ x >> rotations::late[2];
}

// Makes the four words that come 16 after `first`. The last two depend on the
// first two.
RILL_LEVEL_INLINE words next_words(words first, words second, words third,
                                   words fourth) noexcept {
  words const none = {};
  words made = first + of_early(RILL_SHUFFLE(first, second, 1, 2, 3, 4)) +
               RILL_SHUFFLE(third, fourth, 1, 2, 3, 4);
  made += of_late(RILL_SHUFFLE(fourth, none, 2, 3, 4, 4));
  return made + of_late(RILL_SHUFFLE(made, none, 4, 4, 0, 1));
}

// As sha2_round::step, for an e that is known last. The two parts of the
// choice, ~e & g and e & f, have no bit in common, so they can be added. The
// next round has the same a ^ b as its b ^ c.
typedef std::uint64_t word;
RILL_LEVEL_INLINE void step(word a, word b, word c, word& d, word e, word f,
                            word g, word& h, word added) noexcept {
  using terms = sha2_terms<word>;
  h = in_order(h + added);
  h = in_order(h + (~e & g));
  h = in_order(h + (e & f));
  h = in_order(h + terms::of_e(e));
  d += h;
  h = in_order(h + (b ^ ((a ^ b) & (b ^ c))));
  h += terms::of_a(a);
}

RILL_LEVEL_TARGET inline void compress(std::uint64_t* state,
                                       unsigned char const* blocks,
                                       std::size_t count) noexcept {
  for (; count != 0; --count, blocks += 128) {
    words w[4];
    alignas(32) std::uint64_t added[16];
#pragma GCC unroll 4
    for (int i = 0; i != 4; ++i) {
      w[i] = load_big_words(blocks + 32 * i);
      words const sum = w[i] + load(sha2_roots + 4 * i);
      __builtin_memcpy(added + 4 * i, &sum, 32);
    }
    std::uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    std::uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i != 80; i += 16) {
#pragma GCC unroll 4
      for (int k = 0; k != 4; ++k) {
        std::uint64_t* const v = added + 4 * k;
        if (k % 2 == 0) {
          step(a, b, c, d, e, f, g, h, v[0]);
          step(h, a, b, c, d, e, f, g, v[1]);
          step(g, h, a, b, c, d, e, f, v[2]);
          step(f, g, h, a, b, c, d, e, v[3]);
        } else {
          step(e, f, g, h, a, b, c, d, v[0]);
          step(d, e, f, g, h, a, b, c, v[1]);
          step(c, d, e, f, g, h, a, b, v[2]);
          step(b, c, d, e, f, g, h, a, v[3]);
        }
        if (i == 64) continue;
        w[k] = next_words(w[k], w[(k + 1) & 3], w[(k + 2) & 3], w[(k + 3) & 3]);
        words const sum = w[k] + load(sha2_roots + i + 16 + 4 * k);
        __builtin_memcpy(v, &sum, 32);
      }
    }
    std::uint64_t const after[] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i != 8; ++i) state[i] += after[i];
  }
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
