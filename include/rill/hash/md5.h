// rill/hash/md5.h: MD5, for what already has such digests.
//
// Floor 2. No allocation, no exception, constexpr. Two texts with one MD5 are
// made in seconds; it tells damage by accident, nothing else. Source: RFC 1321.
// Tests: test/hash/md5_test.cpp.
#ifndef RILL_HASH_MD5_H
#define RILL_HASH_MD5_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "block_hash.h"
#include "kernel/generic/md5.h"

namespace rill::inline RILL_BUILD {

namespace detail {

struct md5_core {
  using word = std::uint32_t;
  static constexpr std::size_t words = 4;
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t length_size = 8;
  static constexpr std::size_t digest_size = 16;

  static constexpr word start_of(std::size_t i) noexcept {
    constexpr word start[] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    return start[i];
  }
  static constexpr void store(unsigned char* to, word value) noexcept {
    store_little(to, value);
  }
  static constexpr void store_length(unsigned char* to,
                                     unsigned long long bytes) noexcept {
    store_little<std::uint64_t>(to, bytes << 3);
  }

  template <class Byte>
  static constexpr void compress(word* state, Byte const* blocks,
                                 std::size_t count) noexcept {
    for (; count != 0; --count, blocks += block_size) {
      word w[16] = {};
      for (int i = 0; i != 16; ++i) w[i] = load_little<word>(blocks + 4 * i);
      word a = state[0], b = state[1], c = state[2], d = state[3];
      phase<0>(w, a, b, c, d);
      phase<1>(w, a, b, c, d);
      phase<2>(w, a, b, c, d);
      phase<3>(w, a, b, c, d);
      state[0] += a;
      state[1] += b;
      state[2] += c;
      state[3] += d;
    }
  }

 private:
  // The 16 steps of a phase. Unrolled, the words of the block have fixed
  // places: the sum does not wait for them.
  template <int Phase>
  RILL_ALWAYS_INLINE static constexpr void phase(word const* w, word& a,
                                                 word& b, word& c,
                                                 word& d) noexcept {
    int const* const turn = md5_turns[Phase];
#pragma GCC unroll 4
    for (int i = 0; i != 16; i += 4) {
      step<Phase>(w, i, turn[0], a, b, c, d);
      step<Phase>(w, i + 1, turn[1], d, a, b, c);
      step<Phase>(w, i + 2, turn[2], c, d, a, b);
      step<Phase>(w, i + 3, turn[3], b, c, d, a);
    }
  }
  template <int Phase>
  RILL_ALWAYS_INLINE static constexpr void step(word const* w, int i, int turn,
                                                word& a, word b, word c,
                                                word d) noexcept {
    a = in_order(a + (w[md5_word(Phase, i)] + md5_sines[16 * Phase + i]));
    if constexpr (Phase == 0)
      a += d ^ (b & (c ^ d));
    else if constexpr (Phase == 1) {
      // b is the last to be known: the halves have no bit in common.
      a = in_order(a + (c & ~d));
      a += b & d;
    } else if constexpr (Phase == 2)
      a += b ^ (c ^ d);
    else
      a += c ^ (b | ~d);
    a = rotated_left(a, turn) + b;
  }
};

}  // namespace detail

/// MD5: 16 bytes. Cost: 64 steps for 64 bytes, each waiting for the one before.
class md5 : public detail::block_hash<md5, detail::md5_core> {};

}  // namespace rill::inline RILL_BUILD

#endif
