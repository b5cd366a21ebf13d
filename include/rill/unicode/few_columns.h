// rill/unicode/few_columns.h: the columns of a line in an error message, by
// ranges of characters.
//
// Layer 2. Pure, constexpr, no allocation. Programs that only scan an integer
// should not carry the 8 KB tables of unicode/width.h. This header knows the
// scripts of two columns, the marks of the most common scripts, and most emoji.
// Marks of other scripts and two-column symbols below
// U+1F300 count as one column. Tests: test/unicode/few_columns_test.cpp.
#ifndef RILL_UNICODE_FEW_COLUMNS_H
#define RILL_UNICODE_FEW_COLUMNS_H

#include "../base/text.h"
#include "utf8.h"

namespace rill::inline RILL_BUILD::detail {

// Characters that do not take one column. Source: EastAsianWidth.txt and
// UnicodeData.txt of Unicode 15; ranges of emoji and of combining marks are
// whole blocks, with the few characters in them that take one column.
struct column_range {
  char32_t first;
  char32_t last;
  unsigned char columns;
};
inline constexpr column_range column_ranges[] = {
    {0x300, 0x36F, 0},      // combining marks: Latin, Greek, Cyrillic
    {0x483, 0x489, 0},      // Cyrillic
    {0x591, 0x5BD, 0},      // Hebrew
    {0x5BF, 0x5BF, 0},      // Hebrew
    {0x5C1, 0x5C2, 0},      // Hebrew
    {0x5C4, 0x5C5, 0},      // Hebrew
    {0x5C7, 0x5C7, 0},      // Hebrew
    {0x610, 0x61A, 0},      // Arabic
    {0x64B, 0x65F, 0},      // Arabic
    {0x670, 0x670, 0},      // Arabic
    {0x6D6, 0x6DC, 0},      // Arabic
    {0x6DF, 0x6E4, 0},      // Arabic
    {0x6E7, 0x6E8, 0},      // Arabic
    {0x6EA, 0x6ED, 0},      // Arabic
    {0xE31, 0xE31, 0},      // Thai
    {0xE34, 0xE3A, 0},      // Thai
    {0xE47, 0xE4E, 0},      // Thai
    {0x1100, 0x115F, 2},    // Hangul
    {0x1160, 0x11FF, 0},    // Hangul vowels and finals
    {0x1AB0, 0x1AFF, 0},    // combining marks
    {0x1DC0, 0x1DFF, 0},    // combining marks
    {0x200B, 0x200F, 0},    // joiners
    {0x2060, 0x206F, 0},    // invisible operators
    {0x20D0, 0x20FF, 0},    // combining marks of symbols
    {0x2E80, 0x303E, 2},    // radicals, punctuation
    {0x3041, 0x3098, 2},    // kana
    {0x3099, 0x309A, 0},    // marks of kana
    {0x309B, 0x4DBF, 2},    // kana, Han
    {0x4E00, 0xA4C6, 2},    // Han, Yi
    {0xA960, 0xA97C, 2},    // Hangul
    {0xAC00, 0xD7A3, 2},    // Hangul
    {0xF900, 0xFAFF, 2},    // Han
    {0xFE00, 0xFE0F, 0},    // variation selectors
    {0xFE10, 0xFE19, 2},    // punctuation
    {0xFE20, 0xFE2F, 0},    // combining half marks
    {0xFE30, 0xFE6B, 2},    // punctuation
    {0xFF01, 0xFF60, 2},    // full-width forms
    {0xFFE0, 0xFFE6, 2},    // full-width forms
    {0x17000, 0x18D08, 2},  // Tangut
    {0x1AFF0, 0x1B2FB, 2},  // kana
    {0x1F300, 0x1F3FA, 2},  // emoji
    {0x1F3FB, 0x1F3FF, 0},  // skin tones
    {0x1F400, 0x1F64F, 2},  // emoji
    {0x1F680, 0x1F6FF, 2},  // emoji
    {0x1F900, 0x1F9FF, 2},  // emoji
    {0x1FA70, 0x1FAFF, 2},  // emoji
    {0x20000, 0x3FFFD, 2},  // Han
    {0xE0000, 0xE0FFF, 0},  // tags, variation selectors
};

constexpr std::size_t few_columns_of(char32_t c) noexcept {
  for (column_range const& range : column_ranges)
    if (c <= range.last) return c >= range.first ? range.columns : 1;
  return 1;
}

// The columns of a text without controls. Errors show joiners as escapes, so
// the characters beside them take their own columns.
[[gnu::cold, gnu::noinline]] constexpr std::size_t few_columns(
    text shown) noexcept {
  std::size_t columns = 0;
  for (char const* at = shown.begin(); at != shown.end();) {
    decoded_utf8 const one = decode_utf8(at, shown.end());
    columns += few_columns_of(one.code_point);
    at = one.end;
  }
  return columns;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
