// rill/hash/md5.h: MD5, for what already has such digests.
//
// Floor 2. No allocation, no exception, constexpr. Two texts with one MD5 are
// made in seconds; it tells damage by accident, nothing else. Source: RFC 1321.
// Tests: test/hash/md5_test.cpp.
#ifndef RILL_HASH_MD5_H
#define RILL_HASH_MD5_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "block_hash.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// 2^32 times the sine of 1, 2, … 64, its whole part without a sign.
inline constexpr std::uint32_t md5_sines[] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

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
    constexpr int turns[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    int const* const turn = turns[Phase];
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
    constexpr int factors[] = {1, 5, 3, 7};
    constexpr int offsets[] = {0, 1, 5, 0};
    a += w[(factors[Phase] * i + offsets[Phase]) & 15] +
         md5_sines[16 * Phase + i];
    if constexpr (Phase == 0)
      a += d ^ (b & (c ^ d));
    else if constexpr (Phase == 1) {
      // b is the last to be known: the halves have no bit in common.
      a += c & ~d;
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
