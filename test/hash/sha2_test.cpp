// test/hash/sha2_test.cpp: SHA-224 to SHA-512/256. test/system/hash_test.py
// compares lengths 0 to 1,100 with Python.
//
// covers: rill/hash/digest.h
// covers: hash/sha.h
// covers: rill/hash/bytes.h
// covers: rill/hash/kernel/chosen.h
// covers: rill/hash/kernel/sha.h
// covers: rill/hash/kernel/sha_body.h
// covers: rill/hash/kernel/generic/sha.h
#include <doctest/doctest.h>
#include <rill/hash/sha.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "hashing.h"

using rill_test::hex_of;

namespace {

// The two-block messages of FIPS 180-2, for SHA-256 and for SHA-512.
char const two_blocks[] =
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
char const longer[] =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

}  // namespace

TEST_CASE("hash/sha: the published messages") {
  CHECK(hex_of(rill::sha224::of("abc")) ==
        "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
  CHECK(hex_of(rill::sha256::of("abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex_of(rill::sha256::of("")) ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex_of(rill::sha256::of(two_blocks)) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hex_of(rill::sha384::of("abc")) ==
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        "8086072ba1e7cc2358baeca134c825a7");
  CHECK(hex_of(rill::sha512::of("abc")) ==
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
  CHECK(hex_of(rill::sha512::of(longer)) ==
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909");
  CHECK(hex_of(rill::sha512_256::of("abc")) ==
        "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23");
}

TEST_CASE("hash/sha: a million letters") {
  std::string const letters(1'000'000, 'a');
  CHECK(hex_of(rill::sha256::of(letters)) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(hex_of(rill::sha512::of(letters)) ==
        "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b");
}

TEST_CASE_TEMPLATE("hash/sha: parts and copies", Hash, rill::sha224,
                   rill::sha256, rill::sha384, rill::sha512, rill::sha512_256) {
  rill_test::check_parts<Hash>();
  rill_test::check_forks<Hash>();
  CHECK(std::is_trivially_copyable_v<Hash>);
}

TEST_CASE("hash/sha: what can be hashed") {
  auto const wanted = rill::sha256::of("abc");
  std::string const string = "abc";
  std::vector<unsigned char> const vector = {'a', 'b', 'c'};
  unsigned char const array[] = {'a', 'b', 'c'};
  std::byte const bytes[] = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
  CHECK(rill::sha256::of(string) == wanted);
  CHECK(rill::sha256::of(vector) == wanted);
  CHECK(rill::sha256::of(array) == wanted);
  CHECK(rill::sha256::of(bytes) == wanted);
  CHECK(rill::sha256::of(u8"abc") == wanted);
  CHECK(rill::sha256::of(rill::text("abcd", 3)) == wanted);
  CHECK(rill::sha256::of("a", u8"b", array[2] == 'c' ? "c" : "") == wanted);
  CHECK(rill::sha256::of(wanted) !=
        rill::sha256::of(hex_of(wanted)));  // of(digest) hashes its bytes
}

TEST_CASE("hash/sha: while compiling as while running") {
  static constexpr char text[] =
      "more than one block of 64 bytes, and more than one of 128 bytes, so "
      "that the length of the message comes into another block, too.";
  static constexpr auto in_256 = rill::sha256::of(text);
  static constexpr auto in_512 = rill::sha512::of(text);
  std::string const copy = text;
  CHECK(rill::sha256::of(copy) == in_256);
  CHECK(rill::sha512::of(copy) == in_512);
}
