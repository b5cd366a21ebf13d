// Literals that must match: the comparison by words against the one byte by
// byte, which also handles buffers of every size.
// covers: rill/scan/item.h
#include "rill/scan/item.h"

#include <doctest/doctest.h>
#include <rill/scan.h>

#include <random>
#include <string>
#include <vector>

namespace {

using rill::detail::match_literal;
using rill::detail::match_same;
using rill::detail::scan_ok;

// The offset behind the literal in an input in memory, or -1 if it does not
// match.
std::ptrdiff_t matched(std::string const& input, std::string const& literal) {
  auto in = rill::from(input);
  rill::text expected;
  auto const how = match_literal(
      in, {literal.c_str(), std::string(literal.c_str()).size()}, expected);
  return how == scan_ok ? in.cursor() - input.data() : -1;
}

// The same by the comparison of words, or -1 if the words differ or cannot
// decide. The vectors have the exact sizes, so that a sanitizer finds a read of
// one byte too many.
std::ptrdiff_t matched_at_once(std::string const& input,
                               std::string const& literal) {
  std::vector<char> const bytes(input.begin(), input.end());
  std::vector<char> const wanted(literal.begin(), literal.end());
  char const* const end = match_same(bytes.data(), bytes.data() + bytes.size(),
                                     wanted.data(), wanted.size());
  return end ? end - bytes.data() : -1;
}

std::string random_text(std::mt19937& random, std::size_t size,
                        char const* letters, std::size_t count) {
  std::string text;
  while (text.size() != size) text += letters[random() % count];
  return text;
}

}  // namespace

TEST_CASE("scan/item: every length, compared at once") {
  for (std::size_t size = 1; size != 40; ++size) {
    std::string literal(size, 'a');
    for (std::size_t i = 0; i != size; ++i)
      literal[i] = static_cast<char>('a' + i % 26);
    std::string const input = literal + "1";
    CHECK(matched_at_once(input, literal) == static_cast<std::ptrdiff_t>(size));
    CHECK(matched_at_once(" \n" + input, literal) ==
          static_cast<std::ptrdiff_t>(size + 2));
    // The comparison of words needs a byte behind the literal.
    CHECK(matched_at_once(literal, literal) == -1);
    for (std::size_t i = 0; i != size; ++i) {
      std::string other = input;
      other[i] = static_cast<char>(other[i] ^ 1);
      CHECK(matched_at_once(other, literal) == -1);
      // A literal ends at its NUL, even where the input has the same NUL.
      other[i] = '\0';
      std::string cut = literal;
      cut[i] = '\0';
      CHECK(matched_at_once(other, cut) == -1);
    }
  }
}

TEST_CASE("scan/item: what is matched at once, matches byte by byte") {
  std::mt19937 random(29);
  long known = 0;
  for (int i = 0; i != 200'000; ++i) {
    std::string const literal =
        random_text(random, 1 + random() % 12, "ab \t", 4);
    std::string input = random_text(random, random() % 4, " \n", 2);
    if (random() % 4 != 0) input += literal;
    input += random_text(random, random() % 16, "ab \t1", 5);
    std::ptrdiff_t const at_once = matched_at_once(input, literal);
    if (at_once < 0) continue;
    ++known;
    REQUIRE(at_once == matched(input, literal));
  }
  CHECK(known > 20'000);
}

TEST_CASE("scan/item: arrays that a NUL ends early") {
  int n = 0;
  char const padded[16] = "id";
  CHECK(rill::scan(rill::from("id 7 and more than eight bytes"), padded, n));
  CHECK(n == 7);
  char const split[] = "id\0x";
  std::string const input("id\0x 8", 6);
  CHECK(!rill::try_scan(rill::from(input), split, n));
  CHECK(rill::scan(rill::from("id9 and more than eight bytes"), split, n));
  CHECK(n == 9);
}

TEST_CASE("scan/item: an end of input behind white space alone is clean") {
  int n = 0;
  auto in = rill::from("   ");
  CHECK(!rill::scan(in, " ", n));
  auto begun = rill::from(" x  ");
  CHECK_THROWS_AS(rill::scan(begun, "x", n), rill::error);
  auto both = rill::from("   ");
  CHECK(!rill::scan(both, "", " \n", n));
  auto wide = rill::from("   ");
  CHECK(!rill::scan(wide, L" ", u8"", U"\n", u"", n));
  auto wide_begun = rill::from(" x  ");
  CHECK_THROWS_AS(rill::scan(wide_begun, U"x", n), rill::error);
}

TEST_CASE("scan/item: a source without bytes, whose cursor is null") {
  int n = -1;
  std::string rest;
  auto const none = [] { return rill::from(std::string_view{}); };
  std::vector<char> const no_bytes;
  CHECK(!rill::scan(none(), " ", n));
  CHECK(!rill::scan(none(), "", n));
  CHECK(!rill::scan(none(), L"\n", n));
  CHECK(rill::try_scan(none(), " ", n).at_end());
  CHECK(rill::scan(none(), rill::rest(rest)));
  CHECK_THROWS_AS(rill::scan(none(), rill::rest(rest), n), rill::error);
  CHECK(rill::scan(rill::from(no_bytes), ""));
  CHECK(!rill::scan(none(), n));
  CHECK(n == -1);
}

TEST_CASE("scan/item: no memory for a word leaves the reader before it") {
  struct short_of_memory {
    void assign(char const*, std::size_t) { throw std::bad_alloc(); }
    void append(char const*, std::size_t) {}
    void clear() {}
  } word;
  int n = 0;
  auto in = rill::from("5, word and more than eight bytes");
  CHECK_THROWS_AS(rill::scan(in, n, ",", word), std::bad_alloc);
  CHECK(n == 5);
  CHECK(std::string(in.cursor(), 5) == " word");
}
