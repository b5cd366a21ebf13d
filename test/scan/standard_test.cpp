// test/scan/standard_test.cpp: optionals, bit sets, complex numbers, bytes.
#include <doctest/doctest.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <bitset>
#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "../support/scanned.h"
#include "../support/scripted_reader.h"

using rill_test::reads;
using rill_test::scripted_reader;
using rill_test::wrong_with;

TEST_CASE("scan/standard: optionals") {
  using strings = std::optional<std::string>;
  CHECK(reads("none", std::optional<int>()));
  CHECK(reads(" 7", std::optional<int>(7)));
  CHECK(reads("none", strings()));
  CHECK(reads("\"none\"", strings("none")));
  CHECK(reads("nonesuch", strings("nonesuch")));
  CHECK(reads("word", strings("word")));
  CHECK(reads("\"two words\"", strings("two words")));
  CHECK(reads("'x'", std::optional<char>('x')));
  CHECK(reads("x", std::optional<char>('x')));
  CHECK(reads("[1, none, 3]", std::vector<std::optional<int>>{1, {}, 3}));
  CHECK(reads("[\"a\", none]", std::vector<strings>{"a", {}}));
  CHECK(reads("[[1], none]",
              std::vector<std::optional<std::vector<int>>>{{{1}}, {}}));
  CHECK(reads("1 2", std::optional<std::pair<int, int>>({1, 2})));
  CHECK(wrong_with<std::optional<int>>("non") ==
        "text:1:1: expected an integer, found \"non\"");
  CHECK(wrong_with<std::optional<int>>("") ==
        "text:1:1: expected an integer, found the end of the input");
  std::optional<int> kept = 5;
  CHECK(!rill::try_scan(rill::from("x"), kept));
  CHECK(kept == 5);
  scripted_reader end("  ", 16);
  CHECK(rill::try_scan(end, kept).at_end());
}

TEST_CASE("scan/standard: monostate") {
  CHECK(reads("monostate", std::monostate()));
  CHECK(reads("[monostate, monostate]", std::vector<std::monostate>(2)));
  CHECK(wrong_with<std::monostate>("monostates") ==
        "text:1:1: expected monostate, found \"monostates\"");
}

TEST_CASE("scan/standard: bit sets") {
  CHECK(reads("0010", std::bitset<4>(2)));
  CHECK(reads(std::string(99, '1') + "0", ~std::bitset<100>(1)));
  CHECK(reads("[10, 01]", std::vector<std::bitset<2>>{2, 1}));
  for (char const* text : {"001", "00100", "0012", "", "x"})
    CHECK(wrong_with<std::bitset<4>>(text).starts_with(
        "text:1:1: expected a digit 0 or 1 for each bit, found"));
}

TEST_CASE("scan/standard: complex numbers") {
  using number = std::complex<double>;
  CHECK(reads("1+2i", number(1, 2)));
  CHECK(reads("1.5-0.25i", number(1.5, -0.25)));
  CHECK(reads("-1e-5+1e+300i", number(-1e-5, 1e300)));
  CHECK(reads("-inf-infi", number(-HUGE_VAL, -HUGE_VAL)));
  CHECK(reads("[0+1i, 1+0i]", std::vector<number>{{0, 1}, {1, 0}}));
  CHECK(reads("1+2i", std::complex<float>(1, 2)));
  auto const odd = rill::try_parse<number>("nan+nani");
  REQUIRE(bool(odd));
  CHECK(odd->real() != odd->real());
  CHECK(odd->imag() != odd->imag());
  CHECK(wrong_with<number>("1") ==
        "text:1:2: expected an imaginary part, as in 1+2i, found the end of "
        "the input");
  CHECK(wrong_with<number>("1+-2i").starts_with(
      "text:1:2: expected an imaginary part"));
  CHECK(wrong_with<number>("1+ 2i").starts_with(
      "text:1:2: expected an imaginary part"));
  CHECK(wrong_with<number>("1+2") ==
        "text:1:4: expected an i after an imaginary part, found the end of the "
        "input");
}

TEST_CASE("scan/standard: bytes") {
  CHECK(reads("0x0f", std::byte{15}));
  CHECK(reads("[0x00, 0xFF]",
              std::vector<std::byte>{std::byte{}, std::byte{255}}));
  for (char const* text : {"15", "0x", "0xf", "0x0g", "0x0ff", ""})
    CHECK(wrong_with<std::byte>(text).starts_with(
        "text:1:1: expected a byte, as 0x0f, found"));
}
