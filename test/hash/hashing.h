// test/hash/hashing.h: functions shared by the tests of all hash functions.
#ifndef RILL_TEST_HASH_HASHING_H
#define RILL_TEST_HASH_HASHING_H

#include <doctest/doctest.h>
#include <rill/hash/digest.h>

#include <cstddef>
#include <cstring>  // std::memcpy
#include <memory>   // std::make_unique
#include <string>
#include <string_view>
#include <vector>

namespace rill_test {

template <std::size_t Size>
std::string hex_of(rill::digest<Size> const& d) {
  char text[2 * Size];
  rill::detail::write_hex(text, d.bytes, Size);
  return {text, sizeof text};
}

// Bytes that do not repeat from block to block.
inline std::string bytes_for_hashing(std::size_t size) {
  std::string made;
  unsigned state = 1;
  for (std::size_t i = 0; i != size; ++i) {
    state = state * 1664525u + 1013904223u;
    made += static_cast<char>(state >> 24);
  }
  return made;
}

// Checks that a text in parts has the hash of the whole: each cut of a short
// text in two, and a long text in small parts. The texts are heap blocks of
// exactly their size.
template <class Hash>
void check_parts() {
  std::string const all = bytes_for_hashing(1100);
  for (std::size_t size = 0; size <= all.size(); size += 1 + size / 7) {
    auto const block = std::make_unique<char[]>(size);
    std::memcpy(block.get(), all.data(), size);
    std::string_view const text(block.get(), size);
    auto const whole = Hash::of(text);
    std::size_t const step = 1 + size / 150;
    for (std::size_t cut = 0; cut <= size; cut += step) {
      Hash hash;
      hash.update(text.substr(0, cut)).update(text.substr(cut));
      REQUIRE(hash.finish() == whole);
    }
    for (std::size_t part : {1u, 3u, 63u, 64u, 65u, 130u}) {
      Hash hash;
      for (std::size_t at = 0; at < size; at += part)
        hash.update(text.substr(at, part));
      REQUIRE(hash.finish() == whole);
    }
  }
}

// Checks that a state can be copied, and goes on after finish().
template <class Hash>
void check_forks() {
  Hash first;
  first.update("a prefix of a message, ");
  auto const early = first.finish();
  Hash second = first;
  first.update("one");
  second.update("other");
  CHECK(early == Hash::of("a prefix of a message, "));
  CHECK(first.finish() == Hash::of("a prefix of a message, one"));
  CHECK(second.finish() == Hash::of("a prefix of a message, other"));
}

}  // namespace rill_test

#endif
