// test/os/shown_text_test.cpp: text from outside the program is escaped, so a
// terminal never obeys it.
#include <doctest/doctest.h>
#include <rill/os/error.h>
#include <rill/os/scan_sentence.h>
#include <rill/os/shown_text.h>
#include <rill/unicode/utf8.h>

#include <cstdio>  // std::snprintf
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/encodings.h"

using rill::error;
using rill::library_problem;
using rill::text;
using rill::detail::shown_as;

namespace {

std::string string_of(text bytes) { return {bytes.data, bytes.size}; }

std::string shown(std::string const& bytes, shown_as how = shown_as::name) {
  std::string made;
  char room[rill::detail::longest_escape];
  for (text rest(bytes); rest.size != 0;)
    made += string_of(rill::detail::next_shown(rest, how, room));
  return made;
}

// The characters that must be escaped: categories Cc, Cf and Z but the blank,
// and the property Default_Ignorable_Code_Point, one block of Unicode a line.
// test/system/shown_text_test.py asks Python's database.
bool must_be_escaped(char32_t c) {
  auto const in = [=](std::initializer_list<char32_t> ends) {
    for (auto const* at = ends.begin(); at != ends.end(); at += 2)
      if (c >= at[0] && c <= at[1]) return true;
    return false;
  };
  return c < 0x20 || in({0x7F, 0xA0, 0xAD, 0xAD, 0x34F, 0x34F}) ||
         in({0x600, 0x605, 0x61C, 0x61C, 0x6DD, 0x6DD}) ||
         in({0x70F, 0x70F, 0x890, 0x891, 0x8E2, 0x8E2}) ||
         in({0x115F, 0x1160, 0x1680, 0x1680, 0x17B4, 0x17B5}) ||
         in({0x180B, 0x180F, 0x2000, 0x200F, 0x2028, 0x202F}) ||
         in({0x205F, 0x206F, 0x3000, 0x3000, 0x3164, 0x3164}) ||
         in({0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0}) ||
         in({0xFFF0, 0xFFFB, 0x110BD, 0x110BD, 0x110CD, 0x110CD}) ||
         in({0x13430, 0x1343F, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A}) ||
         in({0xE0000, 0xE0FFF});
}

// Whether no character of a sentence must be escaped.
bool is_harmless(std::string const& sentence) {
  char const* at = sentence.data();
  char const* const end = at + sentence.size();
  while (at != end) {
    auto const one = rill::decode_utf8(at, end);
    if (one.form != rill::utf8_form::valid || must_be_escaped(one.code_point))
      return false;
    at = one.end;
  }
  return true;
}

// A name that clears the screen, forges a line, reverses the text direction and
// is ill-formed; and its escaped form.
std::string const hostile = "a b:\x1b[2J\nok: \xC2\x9B\u202E\xFF\xE2\x82\\\"c";
std::string const tame =
    "a b:\\x1b[2J\\nok: \\u{9b}\\u{202e}\\xff\\xe2\\x82\\\"c";

}  // namespace

TEST_CASE("os/shown_text: each code point is shown, or an escape for it") {
  for (char32_t c = 0; c != 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string const bytes = rill_test::put_utf8(c);
    std::string want = bytes;
    if (must_be_escaped(c)) {
      char digits[16];
      std::snprintf(digits, sizeof digits, c < 0x80 ? "\\x%02x" : "\\u{%x}",
                    static_cast<unsigned>(c));
      want = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : digits;
    }
    if (shown(bytes) != want) {
      CAPTURE(static_cast<unsigned>(c));
      CHECK(shown(bytes) == want);
    }
  }
}

TEST_CASE("os/shown_text: tabs, quotes and backslashes, where they are shown") {
  CHECK(shown("\t\"\\", shown_as::name) == "\\t\"\\");
  CHECK(shown("\t\"\\", shown_as::line) == "\t\"\\");
  CHECK(shown("\t\"\\", shown_as::quotes) == "\\t\\\"\\\\");
}

TEST_CASE("os/shown_text: random bytes become printable text") {
  std::mt19937 random(1);
  for (int i = 0; i != 20000; ++i) {
    std::string bytes;
    for (auto size = random() % 12; size != 0; --size)
      bytes += random() % 2 == 0 ? static_cast<char>(random())
                                 : "\xE2\x80\xAE\xC2\x9B\x1B\n"[random() % 7];
    std::string const made = shown(bytes);
    CAPTURE(made);
    REQUIRE(is_harmless(made));
    REQUIRE(is_harmless(shown(bytes, shown_as::quotes)));
  }
}

TEST_CASE("os/shown_text: the beginning of a text ends between characters") {
  using rill::detail::beginning_of;
  for (auto const& [size, kept] :
       std::vector<std::pair<std::size_t, text>>{{0, ""},
                                                 {1, "a"},
                                                 {2, "a"},
                                                 {3, "a"},
                                                 {4, "a\u20AC"},
                                                 {5, "a\u20AC"},
                                                 {7, "a\u20AC"},
                                                 {8, "a\u20AC\U0001F600"},
                                                 {9, "a\u20AC\U0001F600"}})
    CHECK(string_of(beginning_of("a\u20AC\U0001F600", size)) ==
          string_of(kept));
  // Ill-formed text: the search for a boundary goes back three bytes at most.
  CHECK(beginning_of("\x80\x80\x80\x80\x80\x80\x80\x80", 6).size == 3);
}

TEST_CASE("os/shown_text: names in the sentences of errors") {
  text const name(hostile);
  for (error const& e :
       {error(library_problem::closed, "write", name),
        error(library_problem::no_such_column, "find column", "x", name),
        error(library_problem::no_such_encoding, "iconv", name, {}),
        error(library_problem::threw, "write", "callback", name),
        error(library_problem::impossible_count, "read", "callback", name),
        error(library_problem::closed, name, "file")}) {
    CAPTURE(std::string(e.what()));
    CHECK(is_harmless(e.what()));
    CHECK(std::string(e.what()).find(tame) != std::string::npos);
  }
  error const e(library_problem::closed, "write", name);
  CHECK(std::string(e.what()) == "write " + tame + ": the file is closed");
  CHECK(string_of(e.path()) == hostile);
}

TEST_CASE("os/shown_text: names before the place, and of an encoding") {
  rill::text_place where;
  where.source = hostile;
  where.encoding = hostile;
  where.line = where.column = 1;
  error const converted(rill::text_problem::overlong, where);
  CHECK(std::string(converted.what()) ==
        tame + ":1:1: overlong form in " + tame + ", at byte 0");
  CHECK(string_of(converted.path()) == hostile);

  rill::scan_place place;
  place.source = hostile;
  place.expected = hostile;
  place.part = hostile;
  place.found = "x";
  error const scanned(rill::scan_problem::malformed, place);
  CHECK(std::string(scanned.what()) ==
        tame + ": expected " + tame + " in " + tame + ", found \"x\"");
  CHECK(string_of(scanned.path()) == hostile);
  CHECK(string_of(scanned.expected()) == hostile);
}

TEST_CASE("os/shown_text: ordinary names are shown as they are") {
  for (char const* name : {"a b.txt", "C:\\new\\table.csv", "it's \"quoted\"",
                           "\u6771\u4EAC.txt", "e\u0301t\u00E9", "\U0001F600",
                           "/tmp/a:b:c", "~", "\u05E9\u05DC\u05D5\u05DD"})
    CHECK(std::string(error(library_problem::closed, "write", name).what()) ==
          std::string("write ") + name + ": the file is closed");
}

TEST_CASE("os/shown_text: of a long name the beginning is shown") {
  std::string const longest(4096, 'p');
  CHECK(std::string(error(library_problem::closed, "open", longest).what()) ==
        "open " + longest + ": the file is closed");
  std::string const cut = std::string(4095, 'p') + "\u20AC\u20AC";
  error const e(library_problem::closed, "open", cut);
  CHECK(std::string(e.what()) ==
        "open " + std::string(4095, 'p') + "\u2026: the file is closed");
  CHECK(string_of(e.path()) == cut);
}
