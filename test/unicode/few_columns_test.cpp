// test/unicode/few_columns_test.cpp: columns by ranges, beside the tables of
// Unicode.
#include <doctest/doctest.h>
#include <rill/unicode/few_columns.h>
#include <rill/unicode/width.h>

#include <string>
#include <vector>

namespace {

using rill::detail::few_columns_of;

std::size_t columns(std::string const& text) {
  std::vector<char> const block(text.begin(), text.end());
  return rill::detail::few_columns({block.data(), block.size()});
}

// The columns of a character that stands alone, by the tables.
std::size_t width_of(char32_t c) { return rill::detail::kind_of(c).columns(); }

// Whether all characters from first to last have the columns of the tables.
bool agree(char32_t first, char32_t last) {
  for (char32_t c = first; c <= last; ++c) {
    if (few_columns_of(c) == width_of(c)) continue;
    MESSAGE("U+" << static_cast<unsigned>(c));
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("unicode/few_columns: letters and marks of the common scripts") {
  CHECK(agree(0x20, 0x7E));
  CHECK(agree(0xA0, 0xAC));
  CHECK(agree(0xAE, 0x5FF));       // Latin, Greek, Cyrillic, Armenian, Hebrew
  CHECK(agree(0x61E, 0x6DC));      // Arabic
  CHECK(agree(0xE01, 0xE5B));      // Thai
  CHECK(agree(0x1E00, 0x1FFF));    // Latin, Greek
  CHECK(agree(0x2010, 0x2027));    // punctuation
  CHECK(agree(0x20A0, 0x20CF));    // currencies
  CHECK(agree(0x2190, 0x2319));    // arrows, mathematics
  CHECK(agree(0x2500, 0x25FC));    // boxes
  CHECK(agree(0x3041, 0x3096));    // kana
  CHECK(agree(0x3400, 0xA48C));    // Han
  CHECK(agree(0xAC00, 0xD7A3));    // Hangul
  CHECK(agree(0xFF01, 0xFF9F));    // full-width and half-width forms
  CHECK(agree(0x20000, 0x2FFFD));  // Han
}

TEST_CASE("unicode/few_columns: every character, what is not as the tables") {
  unsigned marks = 0, symbols = 0, others = 0;
  for (char32_t c = 0xA0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::size_t const few = few_columns_of(c), width = width_of(c);
    if (few == width) continue;
    if (width == 0 && few == 1)
      ++marks;  // a mark of a script that is left out
    else if (width == 2 && few == 1)
      ++symbols;  // a symbol of two columns that is left out
    else
      ++others;
  }
  CHECK(marks < 1800);
  CHECK(symbols < 200);
  CHECK(others < 1000);
}

TEST_CASE("unicode/few_columns: the ranges are in order") {
  char32_t before = 0;
  for (auto const& range : rill::detail::column_ranges) {
    CHECK(range.first > before);
    CHECK(range.last >= range.first);
    before = range.last;
  }
}

TEST_CASE("unicode/few_columns: texts") {
  CHECK(columns("") == 0);
  CHECK(columns("abc") == 3);
  CHECK(columns("\u6771\u4EAC") == 4);
  CHECK(columns("e\u0301") == 1);
  CHECK(columns("\U0001F468\\u{200d}\U0001F469") == 12);
  CHECK(columns("\U0001F44D\U0001F3FD") == 2);
  CHECK(columns("\xE2\x82") == 1);  // a character that is cut
  CHECK(columns("\xFF\xFF") == 2);
}
