// rill/hash/sha2.h: SHA-224, SHA-256, SHA-384, SHA-512 and SHA-512/256.
//
// Floor 2. No allocation, no exception, constexpr. Source: FIPS 180-4, 4.1.2
// to 6.7. Tests: test/hash/sha2_test.cpp.
#ifndef RILL_HASH_SHA2_H
#define RILL_HASH_SHA2_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "block_hash.h"
#include "kernel/sha2.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// The square roots of the first eight primes and of the next eight, what is
// behind the point: 64 bits of it. SHA-256 begins with the upper halves of the
// former, SHA-224 with the lower halves of the latter.
inline constexpr std::uint64_t sha512_start[] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
inline constexpr std::uint64_t sha384_start[] = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
    0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
    0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
// SHA-512 of "SHA-512/256" from the former, each of them xor a5a5… (5.3.6.2).
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

/// SHA-224: 28 bytes. The cost of SHA-256.
class sha224 : public detail::block_hash<sha224, detail::sha224_core> {};
/// SHA-256: 32 bytes, `sha256::of(parts…)`, or a state: detail::block_hash has
/// the calls. Cost: 64 rounds for 64 bytes, two a processor's instruction
/// where it has SHA-NI. Who has the digest of a text can go on from there:
/// hmac for what is to be proved.
///
///     RILL_ASSERT(rill::sha256::of("abc") == rill::sha256::of("a", "bc"));
class sha256 : public detail::block_hash<sha256, detail::sha256_core> {};
/// SHA-384: 48 bytes. The cost of SHA-512.
class sha384 : public detail::block_hash<sha384, detail::sha384_core> {};
/// SHA-512: 64 bytes. Cost: 80 rounds for 128 bytes, in words of 64 bits.
class sha512 : public detail::block_hash<sha512, detail::sha512_core> {};
/// SHA-512/256: 32 bytes, which are half of the state: a message cannot be
/// continued from its digest. The cost of SHA-512.
class sha512_256
    : public detail::block_hash<sha512_256, detail::sha512_256_core> {};

}  // namespace rill::inline RILL_BUILD

#endif
