// test/hash/sha1_test.cpp: SHA-1. test/system/hash_test.py compares lengths 0
// to 1,100 with Python.
//
// covers: rill/hash/kernel/sha.h
// covers: hash/sha.h
// covers: rill/hash/kernel/sha_body.h
// covers: rill/hash/kernel/generic/sha.h
#include <doctest/doctest.h>
#include <rill/hash/sha.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "hashing.h"

using rill_test::hex_of;

TEST_CASE("hash/sha: the published messages") {
  CHECK(hex_of(rill::sha1::of("abc")) ==
        "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(hex_of(rill::sha1::of("")) ==
        "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(hex_of(rill::sha1::of(
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  CHECK(hex_of(rill::sha1::of(std::string(1'000'000, 'a'))) ==
        "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST_CASE("hash/sha: parts and copies") {
  rill_test::check_parts<rill::sha1>();
  rill_test::check_forks<rill::sha1>();
}

TEST_CASE("hash/sha: while compiling as while running") {
  static constexpr char text[] =
      "more than one block of 64 bytes, so that the rest is in a second one";
  static constexpr auto compiled = rill::sha1::of(text);
  CHECK(rill::sha1::of(std::string(text)) == compiled);
}
