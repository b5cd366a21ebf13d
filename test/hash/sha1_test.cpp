// test/hash/sha1_test.cpp: SHA-1; lengths 0 to 1,100 are compared with Python's
// in test/system/hash_test.py.
//
// covers: rill/hash/kernel/sha1.h
// covers: rill/hash/kernel/generic/sha1.h
// covers: rill/hash/kernel/x86/sha1_ni.h
#include <doctest/doctest.h>
#include <rill/hash/sha1.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "hashing.h"

using rill_test::hex;

TEST_CASE("hash/sha1: the published messages") {
  CHECK(hex(rill::sha1::of("abc")) ==
        "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(hex(rill::sha1::of("")) == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(hex(rill::sha1::of(
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  CHECK(hex(rill::sha1::of(std::string(1'000'000, 'a'))) ==
        "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST_CASE("hash/sha1: parts and copies") {
  rill_test::check_parts<rill::sha1>();
  rill_test::check_forks<rill::sha1>();
}

TEST_CASE("hash/sha1: while compiling as while running") {
  static constexpr char text[] =
      "more than one block of 64 bytes, so that the rest is in a second one";
  static constexpr auto compiled = rill::sha1::of(text);
  CHECK(rill::sha1::of(std::string(text)) == compiled);
}

#if RILL_X86_64
TEST_CASE("hash/sha1: the kernel is its plain twin") {
  if (!rill::detail::has_sha_ni()) return;
  std::string const bytes = rill_test::bytes_for_hashing(64 * 20 + 1);
  for (std::size_t offset : {0u, 1u})
    for (std::size_t count = 0; count != 20; ++count) {
      auto const from =
          reinterpret_cast<unsigned char const*>(bytes.data()) + offset;
      std::uint32_t plain[5] = {1, 2, 3, 4, ~0u};
      std::uint32_t fast[5] = {1, 2, 3, 4, ~0u};
      rill::detail::sha1_plain(plain, from, count);
      rill::detail::sha1_ni(fast, from, count);
      for (int i = 0; i != 5; ++i) REQUIRE(fast[i] == plain[i]);
    }
}
#endif
