// test/hash/md5_test.cpp: MD5. test/system/hash_test.py compares lengths 0 to
// 1,100 with Python.
// covers: hash/sha.h
#include <doctest/doctest.h>
#include <rill/hash/sha.h>

#include <string>

#include "hashing.h"

using rill_test::hex_of;

TEST_CASE("hash/sha: the published messages") {
  CHECK(hex_of(rill::md5::of("")) == "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(hex_of(rill::md5::of("abc")) == "900150983cd24fb0d6963f7d28e17f72");
  CHECK(hex_of(rill::md5::of("message digest")) ==
        "f96b697d7cb7938d525a2f31aaf161d0");
  CHECK(
      hex_of(rill::md5::of(
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")) ==
      "d174ab98d277d9f5a5611c2c9f419d9f");
}

TEST_CASE("hash/sha: parts and copies") {
  rill_test::check_parts<rill::md5>();
  rill_test::check_forks<rill::md5>();
}

TEST_CASE("hash/sha: while compiling as while running") {
  static constexpr char text[] =
      "more than one block of 64 bytes, so that the rest is in a second one";
  static constexpr auto compiled = rill::md5::of(text);
  CHECK(rill::md5::of(std::string(text)) == compiled);
}
