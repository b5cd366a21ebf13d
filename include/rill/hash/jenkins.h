// rill/hash/jenkins.h: hashes for tables: FNV-1a, Bob Jenkins's, and SipHash
// with a key.
//
// Layer 2. Tests: test/hash/table_test.cpp, test/hash/siphash_test.cpp.
#ifndef RILL_HASH_JENKINS_H
#define RILL_HASH_JENKINS_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "bytes.h"
#include "digest.h"

// Fowler, Noll and Vo's hash, the shortest for short keys.
//
// No allocation, no exception, constexpr. An attacker can make texts with equal
// hashes. Source: RFC 9923.

namespace rill::inline RILL_BUILD {

/// FNV-1a: `fnv1a32::of(parts…)`, `fnv1a64::of(parts…)`, or a state that is
/// updated. Cost: a dependency chain of one multiplication for each byte.
template <class Word, Word Start, Word Prime>
class fnv1a {
 public:
  template <class... Parts>
  static constexpr Word of(Parts const&... parts) noexcept {
    return fnv1a().update(parts...).finish();
  }
  template <class... Parts>
  constexpr fnv1a& update(Parts const&... parts) noexcept {
    (take(detail::bytes_of(parts)), ...);
    return *this;
  }
  constexpr Word finish() const noexcept { return hash_; }

 private:
  template <class Byte>
  constexpr void take(detail::run<Byte> bytes) noexcept {
    for (std::size_t i = 0; i != bytes.size; ++i)
      hash_ = (hash_ ^ static_cast<unsigned char>(bytes.data[i])) * Prime;
  }

  Word hash_ = Start;
};
using fnv1a32 = fnv1a<std::uint32_t, 0x811c9dc5, 0x01000193>;
using fnv1a64 = fnv1a<std::uint64_t, 0xcbf29ce484222325, 0x00000100000001b3>;

// Bob Jenkins's hashes, for tables and files that have them.
//
// No allocation, no exception, constexpr. An attacker can make texts with equal
// hashes. Source: B. Jenkins, "Hash functions", Dr. Dobb's Journal (1997);
// "lookup3.c" (2006).

namespace jenkins {

/// The hash of Perl and of many file formats: `one_at_a_time::of(parts…)`, or
/// a state that is updated.
class one_at_a_time {
 public:
  template <class... Parts>
  static constexpr std::uint32_t of(Parts const&... parts) noexcept {
    return one_at_a_time().update(parts...).finish();
  }
  template <class... Parts>
  constexpr one_at_a_time& update(Parts const&... parts) noexcept {
    (take(detail::bytes_of(parts)), ...);
    return *this;
  }
  constexpr std::uint32_t finish() const noexcept {
    std::uint32_t hash = hash_;
    hash += hash << 3;
    hash ^= hash >> 11;
    return hash + (hash << 15);
  }

 private:
  template <class Byte>
  constexpr void take(detail::run<Byte> bytes) noexcept {
    for (std::size_t i = 0; i != bytes.size; ++i) {
      hash_ += static_cast<unsigned char>(bytes.data[i]);
      hash_ += hash_ << 10;
      hash_ ^= hash_ >> 6;
    }
  }

  std::uint32_t hash_ = 0;
};

/// The two hashes of hashlittle2; `first` is better mixed.
struct pair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

/// lookup3: twelve bytes a step. The start values are arbitrary seeds.
struct lookup3 {
  /// Hashes 32-bit integers; the same on every machine.
  static constexpr std::uint32_t hashword(std::uint32_t const* words,
                                          std::size_t count,
                                          std::uint32_t start = 0) noexcept {
    state s(count * 4, start);
    for (; count > 3; count -= 3, words += 3) {
      s.a += words[0];
      s.b += words[1];
      s.c += words[2];
      s.mix();
    }
    if (count == 0) return s.c;
    if (count == 3) s.c += words[2];
    if (count >= 2) s.b += words[1];
    s.a += words[0];
    s.end();
    return s.c;
  }

  /// Hashes bytes, as little-endian 32-bit integers.
  template <class Bytes>
  static constexpr std::uint32_t hashlittle(Bytes const& bytes,
                                            std::uint32_t start = 0) noexcept {
    return hashlittle2(bytes, {start, 0}).first;
  }
  template <class Bytes>
  static constexpr pair hashlittle2(Bytes const& bytes,
                                    pair start = {}) noexcept {
    return of_run(detail::bytes_of(bytes), start);
  }

 private:
  struct state {
    std::uint32_t a, b, c;

    constexpr state(std::size_t bytes, std::uint32_t start) noexcept
        : a(0xdeadbeef + static_cast<std::uint32_t>(bytes) + start),
          b(a),
          c(a) {}
    constexpr void mix() noexcept {
      using detail::rotated_left;
      a = (a - c) ^ rotated_left(c, 4);
      c += b;
      b = (b - a) ^ rotated_left(a, 6);
      a += c;
      c = (c - b) ^ rotated_left(b, 8);
      b += a;
      a = (a - c) ^ rotated_left(c, 16);
      c += b;
      b = (b - a) ^ rotated_left(a, 19);
      a += c;
      c = (c - b) ^ rotated_left(b, 4);
      b += a;
    }
    constexpr void end() noexcept {
      using detail::rotated_left;
      c = (c ^ b) - rotated_left(b, 14);
      a = (a ^ c) - rotated_left(c, 11);
      b = (b ^ a) - rotated_left(a, 25);
      c = (c ^ b) - rotated_left(b, 16);
      a = (a ^ c) - rotated_left(c, 4);
      b = (b ^ a) - rotated_left(a, 14);
      c = (c ^ b) - rotated_left(b, 24);
    }
  };

  template <class Byte>
  static constexpr pair of_run(detail::run<Byte> bytes, pair start) noexcept {
    using word = std::uint32_t;
    state s(bytes.size, start.first);
    s.c += start.second;
    Byte const* at = bytes.data;
    std::size_t left = bytes.size;
    for (; left > 12; left -= 12, at += 12) {
      s.a += detail::load_little<word>(at);
      s.b += detail::load_little<word>(at + 4);
      s.c += detail::load_little<word>(at + 8);
      s.mix();
    }
    if (left == 0) return {s.c, s.b};
    word last[3] = {};
    for (std::size_t i = 0; i != left; ++i)
      last[i / 4] |= word{static_cast<unsigned char>(at[i])} << 8 * (i % 4);
    s.a += last[0];
    s.b += last[1];
    s.c += last[2];
    s.end();
    return {s.c, s.b};
  }
};

}  // namespace jenkins

// SipHash, for tables whose keys come from outside.
//
// No allocation, no exception, constexpr. An attacker without the key of 16
// bytes cannot make texts with equal hashes. Source: J.-P. Aumasson and D. J.
// Bernstein, "SipHash: a fast short-input PRF" (2012).

/// The key of a siphash: its 16 bytes, as two little-endian words.
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

/// SipHash with `Each` rounds for every 8 bytes and `Last` at the end:
/// `siphash24` is the published function, `siphash13` the one in common hash
/// tables.
template <int Each, int Last>
struct siphash {
  /// Returns the 64-bit hash of a text or a range of bytes.
  template <class Bytes>
  static constexpr std::uint64_t of(siphash_key key,
                                    Bytes const& bytes) noexcept {
    auto const run = detail::bytes_of(bytes);
    return detail::siphash_of<Each, Last, false>(key, run.data, run.size).sum();
  }

  /// Returns the 128-bit hash.
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
