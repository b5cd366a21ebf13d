// test/hash/digest_test.cpp: digests as values and as text.
#include <doctest/doctest.h>
#include <rill/hash/digest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream/callback.h>
#include <rill/types.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hashing.h"

TEST_CASE("hash/digest: prints as its digits") {
  rill::digest<4> const d = {{0x00, 0x9f, 0xa0, 0xff}};
  CHECK(rill::concat(d) == "009fa0ff");
  CHECK(rill::concat(rill::right(d, 10), '|') == "  009fa0ff|");
  CHECK(rill_test::hex_of(d) == "009fa0ff");
}

TEST_CASE("hash/digest: compares as its bytes") {
  rill::digest<2> const low = {{1, 2}}, high = {{1, 0x82}};
  CHECK(low == rill::digest<2>{{1, 2}});
  CHECK(low != high);
  CHECK(low < high);
  std::set<rill::digest<2>> const both = {high, low, high};
  CHECK(both.size() == 2);
  CHECK(std::equal(low.begin(), low.end(), low.data()));
  CHECK(low.size() == 2);
}

TEST_CASE("hash/digest: prints with capital letters") {
  constexpr rill::digest<4> d = {{0x00, 0x9f, 0xa0, 0xff}};
  CHECK(rill::concat(upper(d)) == "009FA0FF");
  CHECK(rill::concat(rill::left(rill::upper(d), 10), '|') == "009FA0FF  |");
}

TEST_CASE("hash/digest: is read from exactly its digits") {
  using small = rill::digest<4>;
  CHECK(rill::parse<small>("009fa0ff") == small{{0x00, 0x9f, 0xa0, 0xff}});
  CHECK(rill::parse<small>("DEADbeef") == small{{0xde, 0xad, 0xbe, 0xef}});
  for (std::string const wrong :
       {"", "deadbee", "deadbeef0", "deadbeeg", "deadbeefg", "dead beef",
        "-deadbee", "0xdeadbe", "deadbe\xff", "deadbeef,"}) {
    CAPTURE(wrong);
    auto const made = rill::try_parse<small>(wrong);
    REQUIRE(!made);
    std::string const message = made.error().what();
    bool const has_digits = wrong == "deadbeef,";
    CHECK((message.find("expected 8 hexadecimal digits") ==
           std::string::npos) == has_digits);
  }
  // Every character at every place of an otherwise valid digest.
  std::string const right(8, 'a');
  for (std::size_t at = 0; at != right.size(); ++at)
    for (int c = 1; c != 256; ++c) {
      std::string text = right;
      text[at] = static_cast<char>(c);
      bool const is_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
                            (c >= 'A' && c <= 'F');
      small kept = {{1, 2, 3, 4}};
      rill::memory_reader in(text.data(), text.size());
      bool const is_read = static_cast<bool>(rill::try_scan(in, kept));
      bool const is_shorter = at == 0 && (c == ' ' || (c >= 9 && c <= 13));
      REQUIRE(is_read == is_digit);
      if (!is_read && !is_shorter) REQUIRE(kept == small{{1, 2, 3, 4}});
    }
}

TEST_CASE("hash/digest: stands among other values") {
  rill::digest<2> first{}, second{};
  std::string name;
  rill::scan(rill::from("  dead\tfile beef"), first, name, second);
  CHECK(first == rill::digest<2>{{0xde, 0xad}});
  CHECK(name == "file");
  CHECK(second == rill::digest<2>{{0xbe, 0xef}});

  std::vector<rill::digest<2>> all;
  rill::scan(rill::from("[dead, beef]"), all);
  CHECK(rill::concat(all) == "[dead, beef]");
  std::pair<int, rill::digest<2>> both;
  rill::scan(rill::from("(7, beef)"), both);
  CHECK(both.second == second);
}

TEST_CASE("hash/digest: is read across the ends of a buffer") {
  std::string const bytes = rill_test::bytes_for_hashing(64);
  rill::digest<64> whole{};
  std::copy(bytes.begin(), bytes.end(), whole.bytes);
  std::string const text = rill::concat(' ', whole, '\n', whole);
  std::size_t at = 0;
  rill::callback_reader in([&](char* out, std::size_t size) {
    std::size_t const count =
        std::min({size, std::size_t{5}, text.size() - at});
    std::copy_n(text.data() + at, count, out);
    at += count;
    return count;
  });
  rill::digest<64> one{}, other{};
  rill::scan(in, one, other);
  CHECK(one == whole);
  CHECK(other == whole);
}

TEST_CASE("hash/digest: is found in a table") {
  std::unordered_set<rill::digest<32>> seen;
  for (unsigned char i = 0; i != 100; ++i) {
    rill::digest<32> d{};
    d.bytes[i % 8] = i;
    seen.insert(d);
  }
  CHECK(seen.size() == 100);
  CHECK(std::hash<rill::digest<2>>()({{1, 2}}) == 0x0102);
  rill::digest<9> const long_one = {{1, 2, 3, 4, 5, 6, 7, 8, 9}};
  CHECK(std::hash<rill::digest<9>>()(long_one) ==
        (sizeof(std::size_t) == 8 ? static_cast<std::size_t>(0x0102030405060708)
                                  : std::size_t{0x01020304}));
}
