// rill/hash/sha1.h: SHA-1, for what already has such digests.
//
// Floor 2. No allocation, no exception, constexpr. Two texts with one SHA-1
// have been made (2017), so it does not tell a text from a forged one.
// Source: FIPS 180-4, 4.1.1 to 6.1.2. Tests: test/hash/sha1_test.cpp.
#ifndef RILL_HASH_SHA1_H
#define RILL_HASH_SHA1_H

#include "block_hash.h"
#include "kernel/sha1.h"

namespace rill::inline RILL_BUILD {

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

/// SHA-1: 20 bytes. Cost: 80 rounds for 64 bytes, four a processor's
/// instruction where it has SHA-NI.
class sha1 : public detail::block_hash<sha1, detail::sha1_core> {};

}  // namespace rill::inline RILL_BUILD

#endif
