// test/unicode/width_test.cpp: columns on a terminal, of every code point and
// of texts of every character type.
// covers: rill/unicode/width.h
// covers: rill/unicode/width_15_tables.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/unicode/width.h>

#include <fstream>
#include <string>
#include <vector>

namespace {

std::size_t columns(std::string const& text) {
  std::vector<char> const block(text.begin(), text.end());
  return rill::display_width(rill::text(block.data(), block.size()));
}

std::string utf8(unsigned long c) {
  char bytes[4];
  return {bytes, rill::write_utf8(bytes, static_cast<char32_t>(c))};
}

// One property of every code point, from a file of the Unicode database. Empty
// if the file is not installed or is of another version.
std::vector<std::string> property(std::string const& name,
                                  std::string const& missing) {
  std::ifstream file("/usr/share/unicode/" + name);
  std::string line;
  if (!std::getline(file, line) ||
      line.find(rill::unicode_version) == std::string::npos)
    return {};
  std::vector<std::string> found(0x110000, missing);
  while (std::getline(file, line)) {
    line = line.substr(0, line.find('#'));
    auto const semicolon = line.find(';');
    if (semicolon == std::string::npos) continue;
    auto const dots = line.find("..");
    auto const first = std::stoul(line, nullptr, 16);
    auto const last = dots == std::string::npos
                          ? first
                          : std::stoul(line.substr(dots + 2), nullptr, 16);
    auto const from = line.find_first_not_of(' ', semicolon + 1);
    auto const to = line.find_first_of(" ;", from);
    for (auto c = first; c <= last; ++c)
      found[c] = line.substr(from, to - from);
  }
  return found;
}

}  // namespace

TEST_CASE("unicode/width: every character type") {
  CHECK(rill::display_width("\u6771\u4EAC") == 4);
  CHECK(rill::display_width(u8"\u6771\u4EAC") == 4);
  CHECK(rill::display_width(u"\u6771\u4EAC\U0001F600") == 6);
  CHECK(rill::display_width(U"\u6771\u4EAC\U0001F600") == 6);
  CHECK(rill::display_width(L"\u6771\u4EAC") == 4);
  CHECK(rill::display_width(std::u16string(u"e\u0301")) == 1);
  CHECK(rill::display_width("") == 0);
  CHECK(rill::display_width("\u0600") == 1);
  char16_t const lone[] = {u'a', 0xD800, u'b', 0};
  CHECK(rill::display_width(lone) == 3);
}

TEST_CASE("unicode/width: clusters") {
  struct sample {
    char const* text;
    std::size_t columns;
  };
  for (sample const& s :
       std::vector<sample>{{"abc", 3},
                           {"e\u0301", 1},
                           {"xe\u0301y\u0301\u0323z", 4},
                           {"\u1112\u1161\u11AB", 2},
                           {"\uD55C\uAE00", 4},
                           {"\uFF21\uFF71", 3},
                           // Spacing vowels, SARA AM, voiced kana.
                           {"\u0915\u093F", 2},
                           {"\u0915\u0940\u0902", 2},
                           {"\u0E01\u0E33", 2},
                           {"\u0E19\u0E49\u0E33", 2},
                           {"\u0E01\u0E34\u0E48", 1},
                           {"\u0E81\u0EB3", 2},
                           {"\u0BA8\u0BBF", 2},
                           {"\u0D15\u0D3E", 2},
                           {"\u1019\u103C\u1031\u102C", 4},
                           {"\u093F", 1},
                           {"\uFF76\uFF9E", 2},
                           {"\u30AB\u3099", 2},
                           {"\u1100\u1100\u1161", 4},
                           {"\u0D4E\u0D15", 2},
                           {"\U0001F1F3\U0001F1F1", 2},
                           {"\U0001F1F3", 1},
                           {"\U0001F1F3\U0001F1F1\U0001F1E7", 3},
                           {"\U0001F469\u200D\U0001F469\u200D\U0001F467", 2},
                           {"\U0001F44D\U0001F3FD", 2},
                           {"\U0001F469\U0001F3FD\u200D\U0001F33E", 2},
                           {"\u2764\uFE0F\u200D\U0001F525", 2},
                           {"\u2764", 1},
                           {"\u2764\uFE0F", 2},
                           {"\u2764\uFE0E", 1},
                           {"\u231A", 2},
                           {"\u231A\uFE0E", 1},
                           {"\u231A\uFE0F", 2},
                           {"a\uFE0F", 1},
                           {"\u6771\uFE0E", 2},
                           {"1\uFE0F\u20E3", 2},
                           {"12\uFE0F\u20E3", 3},
                           {"\U0001F441\u200D\U0001F5E8\uFE0F", 2},
                           {"\u00AD\u200B\u2060\uFEFF", 1},
                           {"\u0301", 0},
                           {"\t\n\x7F\u0085", 0},
                           {"a\tb", 2},
                           {"\u0600"
                            "12",
                            3},
                           {"\u3000", 2},
                           {"\u00B7\u2026\u03B1", 3},
                           {"\U0002FFFD\U0002FFFE\U000E0001\U000E0100", 3}}) {
    CAPTURE(std::string(s.text));
    CHECK(columns(s.text) == s.columns);
    CHECK(columns(std::string(s.text) + "abc") - 3 == s.columns);
  }
}

TEST_CASE("unicode/width: bytes that are not UTF-8 are one each") {
  CHECK(columns("\xFF") == 1);
  CHECK(columns("a\xC0\x80z") == 4);
  CHECK(columns("\xE2\x82") == 1);
  CHECK(columns("\xE2\x82z") == 2);
  CHECK(columns("\xF0\x9F\x98\xE2\x82\xAC") == 2);
}

TEST_CASE("unicode/width: escape sequences of terminals take none") {
  CHECK(columns("\x1B[1;31mred\x1B[0m") == 3);
  CHECK(columns("\x1B[mx") == 1);
  CHECK(columns("\x1B]8;;http://a.b\x1B\\link\x1B]8;;\x1B\\") == 4);
  CHECK(columns("\x1B]0;title\x07x") == 1);
  // An incomplete sequence is ESC, which takes no column, and text.
  CHECK(columns("\x1B") == 0);
  CHECK(columns("\x1B[") == 1);
  CHECK(columns("\x1B[12") == 3);
  CHECK(columns("\x1B[1\u00E9") == 3);
  CHECK(columns("\x1B]0;t") == 4);
  CHECK(columns("\x1B]a\x1B") == 2);
  CHECK(columns("\x1B]a\x1Bz") == 3);
  CHECK(rill::display_width(u"\x1B[1mb\x1B[0m") == 1);
}

TEST_CASE("unicode/width: every code point, as its properties say") {
  auto const category = property("extracted/DerivedGeneralCategory.txt", "Cn");
  auto const width = property("EastAsianWidth.txt", "");
  if (category.empty() || width.empty()) {
    MESSAGE("no database of Unicode ", rill::unicode_version);
    return;
  }
  unsigned long wrong = 0;
  for (unsigned long c = 0; c != 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string const& kind = category[c];
    std::size_t want = width[c] == "W" || width[c] == "F" ? 2 : 1;
    bool const is_plane_of_ideographs = c >= 0x20000 && c < 0x40000;
    if (width[c].empty() && is_plane_of_ideographs)
      want = c % 65536 < 65534 ? 2 : 1;
    if (kind == "Mn" || kind == "Me" || kind == "Cc" || kind == "Zl" ||
        kind == "Zp" || kind == "Cf" || (c >= 0x1160 && c < 0x1200) ||
        (c >= 0xD7B0 && c < 0xD800))
      want = 0;
    // First the format characters that are visible, then controls and fillers
    // that are ignored wherever they stand.
    if (c == 0xAD || (c >= 0x600 && c <= 0x605) || c == 0x6DD || c == 0x70F ||
        c == 0x890 || c == 0x891 || c == 0x8E2 || c == 0x110BD || c == 0x110CD)
      want = 1;
    if (c == 0x2065 || c == 0x3164 || c == 0xFFA0 ||
        (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0xE0000 && c < 0xE1000))
      want = 0;
    // Unassigned code points in the blocks of ideographs of the first plane.
    if (kind == "Cn" &&
        ((c >= 0x3400 && c < 0x4DC0) || (c >= 0x4E00 && c < 0xA000) ||
         (c >= 0xF900 && c < 0xFB00)))
      want = 2;
    if (columns(utf8(c)) != want) {
      if (++wrong < 5) MESSAGE(c, " is not ", want);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/width: every emoji with its selector takes two") {
  std::ifstream file("/usr/share/unicode/emoji/emoji-test.txt");
  unsigned long wrong = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.find("; fully-qualified") == std::string::npos) continue;
    std::string text;
    for (std::size_t at = 0; line[at] != ';';) {
      std::size_t used = 0;
      text += utf8(std::stoul(line.substr(at), &used, 16));
      at = line.find_first_not_of(' ', at + used);
    }
    wrong += columns(text) != 2;
  }
  CHECK(wrong == 0);
}

static_assert(rill::display_width("") == 0);
static_assert(rill::display_width("a\u6771e\u0301") == 4);
static_assert(rill::display_width(u8"\uD55C") == 2);
static_assert(rill::display_width(u"\U0001F600") == 2);
