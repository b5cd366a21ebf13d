// rill/hash/jenkins.h: Bob Jenkins's hashes, for tables and files that have
// them.
//
// Floor 2. No allocation, no exception, constexpr. Anybody can make texts of
// one hash. Source: B. Jenkins, "Hash functions", Dr. Dobb's Journal (1997);
// "lookup3.c" (2006). Tests: test/hash/table_test.cpp.
#ifndef RILL_HASH_JENKINS_H
#define RILL_HASH_JENKINS_H

#include <cstdint>  // std::uint32_t

#include "bytes.h"

namespace rill::inline RILL_BUILD::jenkins {

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

/// The two hashes of hashlittle2: `first` is the better mixed one.
struct pair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

/// lookup3: twelve bytes a step. The starts are seeds: any numbers.
struct lookup3 {
  /// Of words, the same on every machine.
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

  /// Of bytes, as words whose first byte is the least significant one.
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

}  // namespace rill::inline RILL_BUILD::jenkins

#endif
