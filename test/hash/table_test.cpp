// test/hash/table_test.cpp: hashes for tables: Jenkins's, and FNV-1a. Values:
// the comments of lookup3.c, RFC 9923.
//
// covers: rill/hash/jenkins.h
#include <doctest/doctest.h>
#include <rill/hash.h>

#include <cstdint>
#include <string>

namespace jenkins = rill::jenkins;

TEST_CASE("hash/jenkins: one at a time") {
  CHECK(jenkins::one_at_a_time::of("") == 0);
  CHECK(jenkins::one_at_a_time::of("a") == 0xca2e9442);
  CHECK(jenkins::one_at_a_time::of("The quick brown fox ",
                                   "jumps over the lazy dog") == 0x519e91f5);
}

TEST_CASE("hash/jenkins: lookup3") {
  char const score[] = "Four score and seven years ago";
  CHECK(jenkins::lookup3::hashlittle("") == 0xdeadbeef);
  CHECK(jenkins::lookup3::hashlittle("", 0xdeadbeef) == 0xbd5b7dde);
  CHECK(jenkins::lookup3::hashlittle(score) == 0x17770551);
  CHECK(jenkins::lookup3::hashlittle(score, 1) == 0xcd628161);
  jenkins::pair const both = jenkins::lookup3::hashlittle2(score);
  CHECK(both.first == 0x17770551);
  CHECK(both.second == 0xce7226e6);
}

TEST_CASE("hash/jenkins: words are hashed as their bytes") {
  std::string bytes;
  std::uint32_t words[10];
  for (std::uint32_t i = 0; i != 10; ++i) {
    words[i] = i * 0x9e3779b9u;
    CHECK(jenkins::lookup3::hashword(words, i, 7) ==
          jenkins::lookup3::hashlittle(bytes, 7));
    for (int k = 0; k != 4; ++k)
      bytes += static_cast<char>(words[i] >> 8 * k & 0xff);
  }
}

TEST_CASE("hash/jenkins: FNV-1a") {
  CHECK(rill::fnv1a32::of("") == 0x811c9dc5);
  CHECK(rill::fnv1a32::of("foobar") == 0xbf9cf968);
  CHECK(rill::fnv1a64::of("foo", "bar") == 0x85944171f73967e8);
}
