// test/hash/siphash_test.cpp: SipHash. Python's hash of bytes is SipHash-1-3
// with a key of zeros where PYTHONHASHSEED is 0: test/system/hash_test.py.
// covers: hash/jenkins.h
#include <doctest/doctest.h>
#include <rill/hash/jenkins.h>
#include <rill/print.h>

#include <string>

static constexpr rill::siphash_key key = {0x0706050403020100,
                                          0x0f0e0d0c0b0a0908};

TEST_CASE("hash/jenkins: the paper's message") {
  static constexpr unsigned char bytes[] = {0, 1, 2,  3,  4,  5,  6, 7,
                                            8, 9, 10, 11, 12, 13, 14};
  static constexpr auto compiled = rill::siphash24::of(key, bytes);
  CHECK(compiled == 0xa129ca6149be45e5);
  CHECK(rill::siphash24::of(key, bytes) == compiled);
}

TEST_CASE("hash/jenkins: no bytes") {
  CHECK(rill::siphash24::of(key, "") == 0x726fdb47dd0e0e31);
  CHECK(rill::concat(rill::siphash24::long_of(key, "")) ==
        "a3817f04ba25a8e66df67214c7550293");
}
