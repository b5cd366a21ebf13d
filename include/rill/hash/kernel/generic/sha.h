// rill/hash/kernel/generic/sha.h: the blocks of SHA-1, SHA-256 and SHA-512.
//
// Layer 2. Tests: test/hash/sha1_test.cpp, test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_SHA_H
#define RILL_HASH_KERNEL_GENERIC_SHA_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "../../bytes.h"

// The blocks of SHA-1.
//
// No allocation, constexpr. Source: FIPS 180-4, 4.1.1, 6.1.2.

namespace rill::inline RILL_BUILD::detail {

// The constants of the rounds, one for each twenty.
inline constexpr std::uint32_t sha1_added[] = {0x5a827999, 0x6ed9eba1,
                                               0x8f1bbcdc, 0xca62c1d6};

struct sha1_round {
  using word = std::uint32_t;

  // The function of 20 rounds.
  template <int Phase>
  RILL_ALWAYS_INLINE static constexpr word mixed(word b, word c,
                                                 word d) noexcept {
    if constexpr (Phase == 0)
      return d ^ (b & (c ^ d));
    else if constexpr (Phase == 2)
      return (b & c) + (d & (b ^ c));
    else
      return b ^ c ^ d;
  }
  template <int Phase>
  RILL_ALWAYS_INLINE static constexpr void step(word* w, int i, word a, word& b,
                                                word c, word d,
                                                word& e) noexcept {
    word& now = w[i & 15];
    if (i >= 16)
      now = rotated_left(
          now ^ w[(i + 2) & 15] ^ w[(i + 8) & 15] ^ w[(i + 13) & 15], 1);
    e += now + sha1_added[Phase];
    e += mixed<Phase>(b, c, d);
    e += rotated_left(a, 5);
    b = rotated_left(b, 30);
  }
  template <int Phase>
  RILL_ALWAYS_INLINE static constexpr void phase(word* w, word& a, word& b,
                                                 word& c, word& d,
                                                 word& e) noexcept {
    for (int i = 20 * Phase; i != 20 * Phase + 20; i += 5) {
      step<Phase>(w, i, a, b, c, d, e);
      step<Phase>(w, i + 1, e, a, b, c, d);
      step<Phase>(w, i + 2, d, e, a, b, c);
      step<Phase>(w, i + 3, c, d, e, a, b);
      step<Phase>(w, i + 4, b, c, d, e, a);
    }
  }
};

template <class Byte>
constexpr void sha1_blocks(std::uint32_t* state, Byte const* blocks,
                           std::size_t count) noexcept {
  using word = std::uint32_t;
  for (; count != 0; --count, blocks += 64) {
    word w[16] = {};
    for (int i = 0; i != 16; ++i) w[i] = load_big<word>(blocks + 4 * i);
    word a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    sha1_round::phase<0>(w, a, b, c, d, e);
    sha1_round::phase<1>(w, a, b, c, d, e);
    sha1_round::phase<2>(w, a, b, c, d, e);
    sha1_round::phase<3>(w, a, b, c, d, e);
    word const after[] = {a, b, c, d, e};
    for (int i = 0; i != 5; ++i) state[i] += after[i];
  }
}

// A template, so that only programs that use it compile it.
template <class = void>
void sha1_plain(std::uint32_t* state, unsigned char const* blocks,
                std::size_t count) noexcept {
  sha1_blocks(state, blocks, count);
}

// The blocks of SHA-256 and SHA-512.
//
// No allocation, constexpr. The two differ in the number of bits (32 or 64), in
// their rotations, and in the number of rounds. Source: FIPS 180-4, 4.1.2,
// 4.1.3, 4.2.2, 4.2.3, 6.2.2, 6.4.2.

// The first 64 fraction bits of the cube roots of the first 80 primes. SHA-512
// uses all of them, SHA-256 the upper 32 bits of the first 64.
inline constexpr std::uint64_t sha2_roots[] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f,
    0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019,
    0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242,
    0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3,
    0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275,
    0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f,
    0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc,
    0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6,
    0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
    0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99,
    0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb,
    0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc,
    0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915,
    0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207,
    0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba,
    0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a,
    0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

// The numbers in which SHA-512 and SHA-256 differ. A term is the exclusive or
// of three rotations of x to the right, by these counts. In `early` and `late`,
// the terms of the schedule, the third is a shift.
template <class Word>
struct sha2_numbers {
  static constexpr int rounds = 80;
  static constexpr int e[3] = {14, 18, 41};
  static constexpr int a[3] = {28, 34, 39};
  static constexpr int early[3] = {1, 8, 7};
  static constexpr int late[3] = {19, 61, 6};
  static constexpr Word root(int i) noexcept { return sha2_roots[i]; }
};
template <>
struct sha2_numbers<std::uint32_t> {
  static constexpr int rounds = 64;
  static constexpr int e[3] = {6, 11, 25};
  static constexpr int a[3] = {2, 13, 22};
  static constexpr int early[3] = {7, 18, 3};
  static constexpr int late[3] = {17, 19, 10};
  static constexpr std::uint32_t root(int i) noexcept {
    return static_cast<std::uint32_t>(sha2_roots[i] >> 32);
  }
};

template <class Word>
struct sha2_terms : sha2_numbers<Word> {
  using numbers = sha2_numbers<Word>;

  static constexpr Word of_e(Word x) noexcept {
    return rotated_right(x, numbers::e[0]) ^ rotated_right(x, numbers::e[1]) ^
           rotated_right(x, numbers::e[2]);
  }
  static constexpr Word of_a(Word x) noexcept {
    return rotated_right(x, numbers::a[0]) ^ rotated_right(x, numbers::a[1]) ^
           rotated_right(x, numbers::a[2]);
  }
  static constexpr Word of_early(Word x) noexcept {
    return rotated_right(x, numbers::early[0]) ^
           rotated_right(x, numbers::early[1]) ^ x >> numbers::early[2];
  }
  static constexpr Word of_late(Word x) noexcept {
    return rotated_right(x, numbers::late[0]) ^
           rotated_right(x, numbers::late[1]) ^ x >> numbers::late[2];
  }
};

// The constants of SHA-256 in one array, for instructions that load four at
// once.
struct sha256_words {
  alignas(16) std::uint32_t of[64];
};
inline constexpr sha256_words sha256_roots = [] {
  sha256_words made = {};
  for (int i = 0; i != 64; ++i) made.of[i] = sha2_terms<std::uint32_t>::root(i);
  return made;
}();

// One round. A round moves each word to the next letter; here the caller
// permutes the letters instead, and the words stay in place.
template <class Word>
struct sha2_round {
  using terms = sha2_terms<Word>;

  RILL_ALWAYS_INLINE static constexpr void step(Word a, Word b, Word c, Word& d,
                                                Word e, Word f, Word g, Word& h,
                                                Word added) noexcept {
    h += added;
    h += g ^ (e & (f ^ g));
    h += terms::of_e(e);
    d += h;
    h += (a & b) | (c & (a | b));
    h += terms::of_a(a);
  }
};

// Extends the first sixteen words to those of all rounds. An array without
// wrap-around needs no index masks.
template <class Word>
RILL_ALWAYS_INLINE constexpr void sha2_extend(Word* w, int count) noexcept {
  using terms = sha2_terms<Word>;
#pragma GCC unroll 4
  for (int i = 16; i != count; ++i)
    w[i] = in_order(w[i - 16] + terms::of_early(w[i - 15]) + w[i - 7] +
                    terms::of_late(w[i - 2]));
}

template <class Word, class Byte>
RILL_ALWAYS_INLINE constexpr void sha2_blocks(Word* state, Byte const* blocks,
                                              std::size_t count) noexcept {
  using terms = sha2_terms<Word>;
  using round = sha2_round<Word>;
  for (; count != 0; --count, blocks += 16 * sizeof(Word)) {
    Word w[terms::rounds];
    for (int i = 0; i != 16; ++i)
      w[i] = load_big<Word>(blocks + i * static_cast<int>(sizeof(Word)));
    sha2_extend(w, terms::rounds);
    Word a = state[0], b = state[1], c = state[2], d = state[3];
    Word e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i != terms::rounds; i += 8) {
      Word const* const v = w + i;
      round::step(a, b, c, d, e, f, g, h, v[0] + terms::root(i));
      round::step(h, a, b, c, d, e, f, g, v[1] + terms::root(i + 1));
      round::step(g, h, a, b, c, d, e, f, v[2] + terms::root(i + 2));
      round::step(f, g, h, a, b, c, d, e, v[3] + terms::root(i + 3));
      round::step(e, f, g, h, a, b, c, d, v[4] + terms::root(i + 4));
      round::step(d, e, f, g, h, a, b, c, v[5] + terms::root(i + 5));
      round::step(c, d, e, f, g, h, a, b, v[6] + terms::root(i + 6));
      round::step(b, c, d, e, f, g, h, a, v[7] + terms::root(i + 7));
    }
    Word const after[] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i != 8; ++i) state[i] += after[i];
  }
}

template <class Word>
[[gnu::noinline]] void sha2_plain(Word* state, unsigned char const* blocks,
                                  std::size_t count) noexcept {
  sha2_blocks(state, blocks, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
