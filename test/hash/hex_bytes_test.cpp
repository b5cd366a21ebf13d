// test/hash/hex_bytes_test.cpp: bytes as hexadecimal digits.
// test/system/base64_test.py compares lengths 0 to 1,100 with Python.
#include <doctest/doctest.h>
#include <rill/base64.h>
#include <rill/print.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base_text.h"

namespace {

using rill::decode_problem;
using rill_test::bytes_for_hashing;
using rill_test::Decoded;
using form = rill::detail::hex_form;

Decoded decode(std::string_view text) {
  return rill_test::decode_all_ways<form>(text, false);
}

}  // namespace

TEST_CASE("hash/base64: the vector of RFC 4648, in both cases") {
  CHECK(rill::concat(rill::hex_bytes("foobar")) == "666f6f626172");
  CHECK(rill::encode_hex("foobar") == "666f6f626172");
  CHECK(rill::decode_hex("666F6F626172") == "foobar");
  CHECK(rill::decode_hex("666f6F626172") == "foobar");
  CHECK(rill::decode_hex("") == "");
  CHECK(rill::hex_bytes_size(6) == 12);
  CHECK(rill::decoded_hex_size("666f") == 2);
}

TEST_CASE("hash/base64: every length") {
  std::string const all = bytes_for_hashing(300);
  for (std::size_t size = 0; size <= all.size(); ++size) {
    std::string const bytes = all.substr(all.size() - size);
    std::string const text = rill_test::slow_text<form>(bytes, false);
    REQUIRE(rill_test::encode_all_ways<form>(bytes, false) == text);
    Decoded const done = decode(text);
    REQUIRE(done.error == decode_problem::none);
    REQUIRE(done.bytes == bytes);
  }
  std::string const more = bytes_for_hashing(2000);
  CHECK(rill::concat(rill::hex_bytes(more)) ==
        rill_test::slow_text<form>(more, false));
}

TEST_CASE("hash/base64: every byte at every place") {
  for (std::size_t at = 0; at != 20; ++at)
    for (int byte = 0; byte != 256; ++byte) {
      std::string text = "0123456789abcdefABCD";
      text[at] = static_cast<char>(byte);
      Decoded const done = decode(text);
      bool const is_digit = (byte >= '0' && byte <= '9') ||
                            (byte >= 'a' && byte <= 'f') ||
                            (byte >= 'A' && byte <= 'F');
      REQUIRE((done.error == decode_problem::none) == is_digit);
      if (is_digit) continue;
      REQUIRE(done.error == decode_problem::character);
      REQUIRE(done.offset == at);
    }
}

TEST_CASE("hash/base64: an odd number of digits") {
  for (std::string_view const text : {"0", "012", "01234567a"}) {
    Decoded const done = decode(text);
    CHECK(done.error == decode_problem::character);
    CHECK(done.offset == text.size());
  }
}

TEST_CASE("hash/base64: while compiling") {
  static constexpr auto decoded = [] {
    std::array<std::byte, 5> made{};
    rill::decode_hex_into(made.data(), "00112233fF");
    return made;
  }();
  CHECK(decoded[4] == std::byte{0xff});
  static constexpr auto encoded = [] {
    std::array<char, 6> made{};
    rill::write_hex_bytes(made.data(), "\x01\xfe ");
    return made;
  }();
  CHECK(std::string_view(encoded.data(), 6) == "01fe20");
}
