// rill/hash/siphash.h: SipHash, for tables whose keys come from outside.
//
// Floor 2. No allocation, no exception, constexpr. Without the key of 16
// bytes, many texts of one hash cannot be made. Source: J.-P. Aumasson and D.
// J. Bernstein, "SipHash: a fast short-input PRF" (2012). Tests:
// test/hash/siphash_test.cpp.
#ifndef RILL_HASH_SIPHASH_H
#define RILL_HASH_SIPHASH_H

#include <cstdint>  // std::uint64_t

#include "digest.h"

namespace rill::inline RILL_BUILD {

/// The key of a siphash: two words, as its 16 bytes have them, the least
/// significant first.
struct siphash_key {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

namespace detail {

struct siphash_state {
  std::uint64_t v[4];

  constexpr void round() noexcept {
    v[0] += v[1];
    v[1] = rotated_left(v[1], 13) ^ v[0];
    v[0] = rotated_left(v[0], 32);
    v[2] += v[3];
    v[3] = rotated_left(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotated_left(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotated_left(v[1], 17) ^ v[2];
    v[2] = rotated_left(v[2], 32);
  }
  constexpr void rounds(int count) noexcept {
    for (int i = 0; i != count; ++i) round();
  }
  constexpr std::uint64_t sum() const noexcept {
    return v[0] ^ v[1] ^ v[2] ^ v[3];
  }
};

template <int Each, int Last, bool IsLong, class Byte>
constexpr siphash_state siphash_of(siphash_key key, Byte const* bytes,
                                   std::size_t size) noexcept {
  siphash_state state = {
      {key.first ^ 0x736f6d6570736575, key.second ^ 0x646f72616e646f6d,
       key.first ^ 0x6c7967656e657261, key.second ^ 0x7465646279746573}};
  if (IsLong) state.v[1] ^= 0xee;
  std::size_t at = 0;
  for (; size - at >= 8; at += 8) {
    auto const word = load_little<std::uint64_t>(bytes + at);
    state.v[3] ^= word;
    state.rounds(Each);
    state.v[0] ^= word;
  }
  std::uint64_t word = std::uint64_t{size} << 56;
  for (std::size_t i = 0; i != size - at; ++i)
    word |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << 8 * i;
  state.v[3] ^= word;
  state.rounds(Each);
  state.v[0] ^= word;
  state.v[2] ^= IsLong ? 0xee : 0xff;
  state.rounds(Last);
  return state;
}

}  // namespace detail

/// SipHash with `Each` rounds a word and `Last` at the end: `siphash24` is the
/// published one, `siphash13` what hash tables take.
template <int Each, int Last>
struct siphash {
  /// Of a text or a range of bytes, in 64 bits.
  template <class Bytes>
  static constexpr std::uint64_t of(siphash_key key,
                                    Bytes const& bytes) noexcept {
    auto const run = detail::bytes_of(bytes);
    return detail::siphash_of<Each, Last, false>(key, run.data, run.size).sum();
  }

  /// In 128 bits.
  template <class Bytes>
  static constexpr digest<16> long_of(siphash_key key,
                                      Bytes const& bytes) noexcept {
    auto const run = detail::bytes_of(bytes);
    auto state = detail::siphash_of<Each, Last, true>(key, run.data, run.size);
    digest<16> result = {};
    detail::store_little(result.bytes, state.sum());
    state.v[1] ^= 0xdd;
    state.rounds(Last);
    detail::store_little(result.bytes + 8, state.sum());
    return result;
  }
};
using siphash13 = siphash<1, 3>;
using siphash24 = siphash<2, 4>;

}  // namespace rill::inline RILL_BUILD

#endif
