// test/hash/base32_test.cpp: base32 against a bit-by-bit reference.
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
using form = rill::detail::base32_form;

Decoded decode(std::string_view text, bool padding = true) {
  return rill_test::decode_all_ways<form>(text, padding);
}
void check_refused(std::string_view text, std::size_t offset,
                   decode_problem problem, bool padding = true) {
  CAPTURE(text);
  Decoded const done = decode(text, padding);
  CHECK(done.offset == offset);
  CHECK(done.error == problem);
}

}  // namespace

TEST_CASE("hash/base64: the vectors of RFC 4648") {
  char const* const texts[] = {
      "",         "MY======", "MZXQ====",        "MZXW6===",
      "MZXW6YQ=", "MZXW6YTB", "MZXW6YTBOI======"};
  std::string const all = "foobar";
  for (std::size_t size = 0; size != 7; ++size) {
    std::string const bytes = all.substr(0, size);
    CHECK(rill::concat(rill::base32(bytes)) == texts[size]);
    CHECK(rill::encode_base32(bytes) == texts[size]);
    CHECK(rill::decode_base32(texts[size]) == bytes);
    CHECK(rill::base32_size(size) == std::string_view(texts[size]).size());
    CHECK(rill::decoded_base32_size(texts[size]) == size);
  }
  CHECK(rill::concat(rill::base32("foobar", {.padding = false})) ==
        "MZXW6YTBOI");
}

TEST_CASE("hash/base64: every length") {
  std::string const all = bytes_for_hashing(300);
  for (std::size_t size = 0; size <= all.size(); ++size)
    for (bool const padding : {true, false}) {
      std::string const bytes = all.substr(all.size() - size);
      std::string const text = rill_test::slow_text<form>(bytes, padding);
      REQUIRE(rill_test::encode_all_ways<form>(bytes, padding) == text);
      Decoded const done = decode(text, padding);
      REQUIRE(done.error == decode_problem::none);
      REQUIRE(done.bytes == bytes);
    }
  std::string const more = bytes_for_hashing(2000);
  CHECK(rill::concat(rill::base32(more)) ==
        rill_test::slow_text<form>(more, true));
}

TEST_CASE("hash/base64: every character, and a wrong one at every place") {
  std::string const text = "MZXW6YTBOI234567MY======";
  std::string const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  for (std::size_t at = 0; at != 18; ++at)
    for (int byte = 0; byte != 256; ++byte) {
      std::string bad = text;
      bad[at] = static_cast<char>(byte);
      Decoded const done = decode(bad);
      bool const is_known = alphabet.find(bad[at]) != alphabet.npos;
      if (is_known && at != 17) {
        REQUIRE(done.error == decode_problem::none);
      } else if (is_known) {
        bool const is_whole = alphabet.find(bad[at]) % 4 == 0;
        REQUIRE(done.error == (is_whole ? decode_problem::none
                                        : decode_problem::unused_bits));
      } else if (byte != '=') {
        REQUIRE(done.error == decode_problem::character);
        REQUIRE(done.offset == at);
      }
    }
}

TEST_CASE("hash/base64: what ends too early or too late") {
  check_refused("M", 1, decode_problem::character);
  check_refused("MY", 2, decode_problem::padding);
  check_refused("MZX", 3, decode_problem::character);
  check_refused("MZXW6Y", 6, decode_problem::character);
  check_refused("MY=====", 7, decode_problem::padding);
  check_refused("MY===A==", 5, decode_problem::padding);
  check_refused("MY======M", 8, decode_problem::left_over);
  check_refused("M=======", 1, decode_problem::character);
  check_refused("MZX=====", 3, decode_problem::character);
  check_refused("MZXW6Y==", 6, decode_problem::character);
  check_refused("========", 0, decode_problem::character);
  check_refused("my======", 0, decode_problem::character);
  check_refused("MY======", 2, decode_problem::character, false);
  check_refused("MZX", 3, decode_problem::character, false);
  CHECK(decode("MZXW6", false).bytes == "foo");
}

TEST_CASE("hash/base64: bits that belong to no byte") {
  check_refused("MZ======", 1, decode_problem::unused_bits);
  check_refused("MZXR====", 3, decode_problem::unused_bits);
  check_refused("MZXW7===", 4, decode_problem::unused_bits);
  check_refused("MZXW6YR=", 6, decode_problem::unused_bits);
  check_refused("MZXW6YR", 6, decode_problem::unused_bits, false);
}

TEST_CASE("hash/base64: while compiling") {
  static constexpr auto decoded = [] {
    std::array<unsigned char, 10> made{};
    rill::decode_base32_into(made.data(), "MZXW6YTBMFRGGZDF");
    return made;
  }();
  CHECK(decoded[9] == 'e');
  static constexpr auto encoded = [] {
    std::array<char, 16> made{};
    rill::write_base32(made.data(), "fooba");
    return made;
  }();
  CHECK(std::string_view(encoded.data(), 8) == "MZXW6YTB");
}
