// rill/hash/sha.h: MD5, SHA-1, and the family of SHA-2.
//
// Layer 2. Tests: test/hash/md5_test.cpp, test/hash/sha1_test.cpp,
// test/hash/sha2_test.cpp.
#ifndef RILL_HASH_SHA_H
#define RILL_HASH_SHA_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "bytes.h"
#include "digest.h"
#include "kernel/sha.h"

// The constants of MD5's steps.
//
// Source: RFC 1321, 3.4.

namespace rill::inline RILL_BUILD {
namespace detail {

// The whole parts of 2^32 times |sin(1)|, |sin(2)|, … |sin(64)|.
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

// By how many bits a step rotates its sum.
inline constexpr int md5_turns[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// The index of the block's word that a step adds.
constexpr int md5_word(int phase, int step) noexcept {
  constexpr int factors[] = {1, 5, 3, 7};
  constexpr int offsets[] = {0, 1, 5, 0};
  return (factors[phase] * step + offsets[phase]) & 15;
}

// MD5, for what already has such digests.
//
// No allocation, no exception, constexpr. Two texts with one MD5 take seconds
// to make: it detects accidental damage only. Source: RFC 1321.

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
  // The 16 steps of a phase. Unrolled, so that the indices of words are
  // constants and loads do not lengthen the dependency chain.
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
      // Adds the part with b at the end, because b is known last. The two parts
      // have no bit in common, so adding them equals combining them by or.
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

/// MD5: 16 bytes. Cost: a dependency chain of 64 steps for 64 bytes.
class md5 : public detail::block_hash<md5, detail::md5_core> {};

// SHA-1, for formats that require it.
//
// No allocation, no exception, constexpr. Two texts with one SHA-1 have been
// made (2017), so it does not detect forgery. Source: FIPS 180-4, 4.1.1 to
// 6.1.2.

namespace detail {

struct sha1_core {
  using word = std::uint32_t;
  static constexpr std::size_t words = 5;
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t length_size = 8;
  static constexpr std::size_t digest_size = 20;

  static constexpr word start_of(std::size_t i) noexcept {
    constexpr word start[] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                              0xc3d2e1f0};
    return start[i];
  }
  static constexpr void store(unsigned char* to, word value) noexcept {
    store_big(to, value);
  }
  static constexpr void store_length(unsigned char* to,
                                     unsigned long long bytes) noexcept {
    store_big<std::uint64_t>(to, bytes << 3);
  }
  template <class Byte>
  static constexpr void compress(word* state, Byte const* blocks,
                                 std::size_t count) noexcept {
    if (std::is_constant_evaluated())
      sha1_blocks(state, blocks, count);
    else if (count != 0)
      sha1_compress(state, reinterpret_cast<unsigned char const*>(blocks),
                    count);
  }
};

}  // namespace detail

/// SHA-1: 20 bytes. Cost: 80 rounds for 64 bytes, four for each instruction
/// with SHA-NI.
class sha1 : public detail::block_hash<sha1, detail::sha1_core> {};

// SHA-224, SHA-256, SHA-384, SHA-512 and SHA-512/256.
//
// No allocation, no exception, constexpr. Source: FIPS 180-4, 4.1.2 to 6.7.

namespace detail {

// The first 64 fraction bits of the square roots of the first eight primes, and
// of the next eight. SHA-256 starts with the upper halves of the former,
// SHA-224 with the lower halves of the latter.
inline constexpr std::uint64_t sha512_start[] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
inline constexpr std::uint64_t sha384_start[] = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
    0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
    0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
// SHA-512 of "SHA-512/256", started with the former xor a5a5… (5.3.6.2).
inline constexpr std::uint64_t sha512_256_start[] = {
    0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151,
    0x963877195940eabd, 0x96283ee2a88effe3, 0xbe5e1e2553863992,
    0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2};

template <class Word, std::size_t DigestSize>
struct sha2_core {
  using word = Word;
  static constexpr std::size_t words = 8;
  static constexpr std::size_t block_size = 16 * sizeof(Word);
  static constexpr std::size_t length_size = 2 * sizeof(Word);
  static constexpr std::size_t digest_size = DigestSize;

  template <class Byte>
  static constexpr void compress(Word* state, Byte const* blocks,
                                 std::size_t count) noexcept {
    if (std::is_constant_evaluated())
      sha2_blocks(state, blocks, count);
    else if (count != 0)
      sha2_compress(state, reinterpret_cast<unsigned char const*>(blocks),
                    count);
  }
  static constexpr void store(unsigned char* to, Word word) noexcept {
    store_big(to, word);
  }
  static constexpr void store_length(unsigned char* to,
                                     unsigned long long bytes) noexcept {
    if constexpr (length_size == 16) {
      store_big<std::uint64_t>(to, bytes >> 61);
      to += 8;
    }
    store_big<std::uint64_t>(to, bytes << 3);
  }
};

struct sha224_core : sha2_core<std::uint32_t, 28> {
  static constexpr word start_of(std::size_t i) noexcept {
    return static_cast<word>(sha384_start[i]);
  }
};
struct sha256_core : sha2_core<std::uint32_t, 32> {
  static constexpr word start_of(std::size_t i) noexcept {
    return static_cast<word>(sha512_start[i] >> 32);
  }
};
struct sha384_core : sha2_core<std::uint64_t, 48> {
  static constexpr word start_of(std::size_t i) noexcept {
    return sha384_start[i];
  }
};
struct sha512_core : sha2_core<std::uint64_t, 64> {
  static constexpr word start_of(std::size_t i) noexcept {
    return sha512_start[i];
  }
};
struct sha512_256_core : sha2_core<std::uint64_t, 32> {
  static constexpr word start_of(std::size_t i) noexcept {
    return sha512_256_start[i];
  }
};

}  // namespace detail

/// SHA-224: 28 bytes. Cost: as SHA-256.
class sha224 : public detail::block_hash<sha224, detail::sha224_core> {};
/// SHA-256: 32 bytes, `sha256::of(parts…)`, or a state; detail::block_hash
/// declares the members. Cost: 64 rounds for 64 bytes, two for each instruction
/// with SHA-NI. From the digest of a text, anyone can compute the digest of a
/// longer text: use hmac for authentication.
///
///     RILL_ASSERT(rill::sha256::of("abc") == rill::sha256::of("a", "bc"));
class sha256 : public detail::block_hash<sha256, detail::sha256_core> {};
/// SHA-384: 48 bytes. Cost: as SHA-512.
class sha384 : public detail::block_hash<sha384, detail::sha384_core> {};
/// SHA-512: 64 bytes. Cost: 80 rounds for 128 bytes, with 64-bit arithmetic.
class sha512 : public detail::block_hash<sha512, detail::sha512_core> {};
/// SHA-512/256: 32 bytes, half of the state, so a message cannot be continued
/// from its digest. Cost: as SHA-512.
class sha512_256
    : public detail::block_hash<sha512_256, detail::sha512_256_core> {};

}  // namespace rill::inline RILL_BUILD

#endif
