// test/hash/hmac_test.cpp: HMAC, HKDF and PBKDF2. test/system/hash_test.py
// compares keys and messages of other lengths with Python.
//
// covers: rill/hash/hmac.h
#include <doctest/doctest.h>
#include <rill/hash/hmac.h>
#include <rill/hash/sha.h>
#include <rill/print.h>

#include <concepts>
#include <cstddef>
#include <new>
#include <string>

#include "hashing.h"

using rill::hmac;
using rill::sha1;
using rill::sha256;
using rill::sha512;

namespace {

template <std::size_t Size>
std::string hex_of(rill::secret<Size> const& key) {
  rill::digest<Size> shown;
  for (std::size_t i = 0; i != Size; ++i) shown.bytes[i] = key.data()[i];
  return rill_test::hex_of(shown);
}

}  // namespace

TEST_CASE("hash/hmac: RFC 2202") {
  using rill::md5;
  CHECK(rill::concat(hmac<md5>::of(std::string(16, '\x0b'), "Hi There")) ==
        "9294727a3638bb1c13f48ef8158bfc9d");
  CHECK(rill::concat(hmac<md5>::of("Jefe", "what do ya want for nothing?")) ==
        "750c783e6ab0b503eaa86e310a5db738");
  CHECK(rill::concat(hmac<sha1>::of(std::string(20, '\x0b'), "Hi There")) ==
        "b617318655057264e28bc0b6fb378c8ef146be00");
  CHECK(rill::concat(hmac<sha1>::of("Jefe", "what do ya want for nothing?")) ==
        "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
}

TEST_CASE("hash/hmac: RFC 4231") {
  std::string const key(20, '\x0b');
  CHECK(rill::concat(hmac<sha256>::of(key, "Hi There")) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(rill::concat(
            hmac<sha256>::of("Jefe", "what do ya want ", "for nothing?")) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  std::string const long_key(131, '\xaa');
  CHECK(rill::concat(hmac<sha256>::of(
            long_key,
            "Test Using Larger Than Block-Size Key - Hash Key First")) ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  CHECK(rill::concat(
            hmac<sha256>::of(std::string(20, '\x0c'), "Test With Truncation")
                .truncated<16>()) == "a3b6167473100ee06e0c796c2955552b");
  CHECK(
      rill::concat(hmac<sha512>::of("Jefe", "what do ya want for nothing?")) ==
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
      "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737");
}

TEST_CASE("hash/hmac: codes are compared by verify") {
  auto const code = hmac<sha256>::of("key", "message");
  hmac<sha256> state("key");
  state.update("mes");
  hmac<sha256> const fork = state;
  CHECK(verify(code, state.update("sage").finish()));
  CHECK_FALSE(verify(code, fork.finish()));
  CHECK_FALSE(verify(code, hmac<sha256>::of("kez", "message")));
  for (std::size_t i = 0; i != code.size(); ++i) {
    rill::digest<32> forged;
    for (std::size_t k = 0; k != 32; ++k) forged.bytes[k] = code.data()[k];
    forged.bytes[i] ^= 0x40;
    CHECK_FALSE(verify(code, rill::mac<32>(forged)));
  }
  CHECK_FALSE(std::equality_comparable<rill::mac<32>>);
}

TEST_CASE("hash/hmac: HKDF of RFC 5869") {
  std::string const key(22, '\x0b');
  std::string salt, info;
  for (int i = 0; i != 13; ++i) salt += static_cast<char>(i);
  for (int i = 0xf0; i != 0xfa; ++i) info += static_cast<char>(i);
  CHECK(hex_of(rill::hkdf<sha256>::extract(key, salt)) ==
        "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
  CHECK(hex_of(rill::hkdf<sha256>::derive<42>(key, salt, info)) ==
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
        "34007208d5b887185865");
}

TEST_CASE("hash/hmac: PBKDF2 of RFC 6070") {
  CHECK(hex_of(rill::pbkdf2<sha1>::derive<20>("password", "salt", 1)) ==
        "0c60c80f961f0e71f3a9b524af6012062fe037a6");
  CHECK(hex_of(rill::pbkdf2<sha1>::derive<20>("password", "salt", 4096)) ==
        "4b007901b765489abead49d926f721d065a429c1");
  CHECK(hex_of(rill::pbkdf2<sha1>::derive<25>(
            "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt",
            4096)) == "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038");
}

TEST_CASE("hash/hmac: while compiling as while running") {
  static constexpr auto code = hmac<sha256>::of("key", "message");
  CHECK(verify(code, hmac<sha256>::of(std::string("key"), "message")));
}

TEST_CASE("hash/hmac: a secret is wiped when it ends") {
  alignas(rill::secret<32>) static unsigned char room[sizeof(rill::secret<32>)];
  auto* const key = ::new (static_cast<void*>(room)) rill::secret<32>;
  for (std::size_t i = 0; i != 32; ++i) key->data()[i] = 0x5a;
  REQUIRE(room[31] == 0x5a);
  key->~secret();
  for (unsigned char byte : room) CHECK(byte == 0);
}
