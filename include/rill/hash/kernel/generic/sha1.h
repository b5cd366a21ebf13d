// rill/hash/kernel/generic/sha1.h: the blocks of SHA-1.
//
// Floor 2. No allocation, constexpr. Source: FIPS 180-4, 4.1.1, 6.1.2. Tests:
// test/hash/sha1_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_SHA1_H
#define RILL_HASH_KERNEL_GENERIC_SHA1_H

#include <cstdint>  // std::uint32_t

#include "../../bytes.h"

namespace rill::inline RILL_BUILD::detail {

// What each of twenty rounds adds.
inline constexpr std::uint32_t sha1_added[] = {0x5a827999, 0x6ed9eba1,
                                               0x8f1bbcdc, 0xca62c1d6};

struct sha1_round {
  using word = std::uint32_t;

  // One of 20 rounds each.
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

// A template, so that only who uses it pays for it.
template <class = void>
void sha1_plain(std::uint32_t* state, unsigned char const* blocks,
                std::size_t count) noexcept {
  sha1_blocks(state, blocks, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
