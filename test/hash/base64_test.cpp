// test/hash/base64_test.cpp: base64 and base64url against a bit-by-bit
// reference. test/system/base64_test.py compares lengths 0 to 1,100 with Python
// at every level of the processor.
//
// covers: rill/hash/kernel/generic/base64.h
// covers: rill/hash/base64.h
// covers: rill/hash/kernel/base64_kernels.h
// covers: rill/hash/kernel/x86/base64.h
// covers: rill/hash/kernel/x86/levels/base64.h
#include <doctest/doctest.h>
#include <rill/base64.h>
#include <rill/hash.h>
#include <rill/print.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base_text.h"

namespace {

using rill::decode_problem;
using rill_test::bytes_for_hashing;
using rill_test::decode_all_ways;
using rill_test::Decoded;
using rill_test::encode_all_ways;
using rill_test::slow_text;
using standard = rill::detail::base64_form;
using url = rill::detail::base64url_form;

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

Decoded decode(std::string_view text, bool padding = true) {
  return decode_all_ways<standard>(text, padding);
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
  char const* const texts[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                               "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  std::string const all = "foobar";
  for (std::size_t size = 0; size != 7; ++size) {
    std::string const bytes = all.substr(0, size);
    CHECK(rill::concat(rill::base64(bytes)) == texts[size]);
    CHECK(rill::encode_base64(bytes) == texts[size]);
    CHECK(rill::decode_base64(texts[size]) == bytes);
    CHECK(rill::base64_size(size) == std::string_view(texts[size]).size());
  }
}

TEST_CASE("hash/base64: while compiling") {
  static constexpr auto encoded = [] {
    std::array<char, rill::base64_size(13)> made{};
    rill::write_base64(made.data(), "more than 12 ");
    return made;
  }();
  CHECK(std::string_view(encoded.data(), encoded.size()) ==
        "bW9yZSB0aGFuIDEyIA==");
  static constexpr auto decoded = [] {
    std::array<std::byte, 13> made{};
    auto const done =
        rill::decode_base64_into(made.data(), "bW9yZSB0aGFuIDEyIA==");
    return done && done.written == 13 ? made : std::array<std::byte, 13>{};
  }();
  CHECK(decoded[12] == std::byte{' '});
  static_assert(!rill::decode_base64_into(static_cast<char*>(nullptr), "!"));
  static_assert(rill::decoded_base64_size("bW9yZSB0aGFuIDEyIA==") == 13);
  static_assert(rill::decoded_base64url_size("bW9yZSB0aGFuIDEyIA") == 13);
}

TEST_CASE("hash/base64: every length") {
  std::string const all = bytes_for_hashing(1100);
  for (std::size_t size = 0; size <= all.size(); size += size < 300 ? 1 : 13)
    for (bool const padding : {true, false}) {
      std::string const bytes = all.substr(all.size() - size);
      std::string const text = slow_text<standard>(bytes, padding);
      REQUIRE(encode_all_ways<standard>(bytes, padding) == text);
      Decoded const done = decode(text, padding);
      REQUIRE(done.error == decode_problem::none);
      REQUIRE(done.bytes == bytes);
      REQUIRE(rill::decoded_base64_size(text, {.padding = padding}) == size);

      std::string const of_url = slow_text<url>(bytes, padding);
      REQUIRE(encode_all_ways<url>(bytes, padding) == of_url);
      REQUIRE(decode_all_ways<url>(of_url, padding).bytes == bytes);
    }
}

TEST_CASE("hash/base64: every character has its value") {
  for (std::size_t before : {0u, 32u, 300u})
    for (int byte = 0; byte != 256; ++byte) {
      std::string text(before + 64, 'A');
      text[before + 20] = static_cast<char>(byte);
      std::string const usual = std::string(alphabet) + "+/";
      std::size_t const value = usual.find(static_cast<char>(byte));
      Decoded const done = decode(text);
      CAPTURE(byte);
      if (value == usual.npos) {
        REQUIRE(done.error == decode_problem::character);
        REQUIRE(done.offset == before + 20);
      } else {
        REQUIRE(done.error == decode_problem::none);
        REQUIRE(done.bytes[(before + 20) / 4 * 3] ==
                static_cast<char>(value << 2));
      }
      std::string const others = std::string(alphabet) + "-_";
      bool const is_of_url =
          others.find(static_cast<char>(byte)) != others.npos;
      REQUIRE((decode_all_ways<url>(text, true).error ==
               decode_problem::none) == is_of_url);
    }
}

TEST_CASE("hash/base64: a wrong byte at every place") {
  std::string const bytes = bytes_for_hashing(301);
  std::string const long_text = slow_text<standard>(bytes, true);
  for (std::string const& text :
       {std::string("QUJDREVGRw=="), long_text, long_text.substr(0, 96)}) {
    std::size_t const end =
        text.find('=') == text.npos ? text.size() : text.find('=');
    for (std::size_t at = 0; at != end; ++at)
      for (char const wrong : {'\0', ' ', '\n', '!', '-', '_', '@', '[', '`',
                               '{', '.', ':', '\x7f', '\x80', '\xc1', '\xff'}) {
        std::string bad = text;
        bad[at] = wrong;
        Decoded const done = decode(bad);
        REQUIRE(done.error == decode_problem::character);
        REQUIRE(done.offset == at);
      }
  }
}

TEST_CASE("hash/base64: what ends too early or too late") {
  check_refused("Q", 1, decode_problem::character);
  check_refused("QQ", 2, decode_problem::padding);
  check_refused("QR", 2, decode_problem::padding);
  check_refused("QQ=", 3, decode_problem::padding);
  check_refused("QUI", 3, decode_problem::padding);
  check_refused("QQ=A", 3, decode_problem::padding);
  check_refused("QQ==A", 4, decode_problem::left_over);
  check_refused("QQ===", 4, decode_problem::left_over);
  check_refused("QQ==QQ==", 4, decode_problem::left_over);
  check_refused("QUI=\n", 4, decode_problem::left_over);
  check_refused("=", 0, decode_problem::character);
  check_refused("====", 0, decode_problem::character);
  check_refused("Q===", 1, decode_problem::character);
  check_refused("QUJD=", 4, decode_problem::character);
  check_refused("QUJDQ", 5, decode_problem::character);
  check_refused("QQ==", 2, decode_problem::character, false);
  check_refused("Q", 1, decode_problem::character, false);
  CHECK(decode("QQ", false).bytes == "A");
  CHECK(decode("QUI", false).bytes == "AB");
}

TEST_CASE("hash/base64: bits that belong to no byte") {
  std::string const usual = std::string(alphabet) + "+/";
  std::string const before = slow_text<standard>(bytes_for_hashing(300), true);
  for (std::string const& front : {std::string(), before})
    for (std::size_t value = 0; value != 64; ++value) {
      std::size_t const size = front.size();
      auto const problem_of = [&](std::size_t bits) {
        return value % bits == 0 ? decode_problem::none
                                 : decode_problem::unused_bits;
      };
      for (bool const padding : {true, false}) {
        std::string text = front + 'A' + usual[value] + (padding ? "==" : "");
        Decoded done = decode(text, padding);
        REQUIRE(done.error == problem_of(16));
        if (done.error != decode_problem::none)
          REQUIRE(done.offset == size + 1);
        text = front + "AA" + usual[value] + (padding ? "=" : "");
        done = decode(text, padding);
        REQUIRE(done.error == problem_of(4));
        if (done.error != decode_problem::none)
          REQUIRE(done.offset == size + 2);
      }
    }
}

TEST_CASE("hash/base64: what prints") {
  CHECK(rill::concat(rill::base64(rill::sha256::of("x"))) ==
        "LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=");
  CHECK(rill::concat(rill::base64url(rill::hmac<rill::md5>::of("k", "m"))) ==
        "7X5yTTqRVUqqIEMEHZxTBQ");
  CHECK(rill::concat(rill::base64url("?>?>", {.padding = true})) == "Pz4_Pg==");
  CHECK(rill::concat(rill::base64("?>?>", {.padding = false})) == "Pz4/Pg");
  CHECK(rill::concat(rill::base64(std::vector<std::byte>(3))) == "AAAA");
  CHECK(rill::concat(rill::base64(u8"hi"), '|') == "aGk=|");
  CHECK(rill::concat(rill::right(rill::base64("hi"), 6)) == "  aGk=");
  auto const kept = rill::base64(std::string("of a temporary string"));
  CHECK(rill::concat(kept) == "b2YgYSB0ZW1wb3Jhcnkgc3RyaW5n");
  std::string const bytes = bytes_for_hashing(3000);
  for (std::size_t size : {766u, 767u, 768u, 769u, 1535u, 1537u, 3000u}) {
    std::string const part = bytes.substr(0, size);
    CHECK(rill::concat(rill::base64(part)) == slow_text<standard>(part, true));
  }
}
