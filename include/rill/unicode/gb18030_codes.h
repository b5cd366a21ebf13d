// rill/unicode/gb18030_codes.h: from characters to codes of GB 18030 and back.
//
// Floor 2. Pure, constexpr, no allocation. A four-byte code has an index: its
// bytes are the digits of a number, of base 126, 10, 126 and 10. Tests:
// test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_GB18030_CODES_H
#define RILL_UNICODE_GB18030_CODES_H

#include "gb18030_tables.h"

namespace rill::inline RILL_BUILD::detail::gb18030 {

/// The tables are those of 2022.
enum class edition : unsigned char { of_2005, of_2022 };

// The least character whose code 2022 changed, and so the least that is asked
// about in the older edition: common ideographs and all but a few letters are
// below.
inline constexpr char32_t least_exchanged = 0x9FB4;
inline constexpr int stranger_count = sizeof(strangers) / sizeof(char16_t) / 3;

// The character that has this one's code in the other edition.
constexpr char32_t exchanged(char32_t c) noexcept {
  // The first stranger moved before both editions.
  for (int i = 1; i != stranger_count; ++i) {
    char32_t const lost = strangers[3 * i];
    char32_t const gained = strangers[3 * i + 1];
    if (lost == c) return gained;
    if (gained == c) return lost;
  }
  return c;
}

template <edition Edition>
constexpr char32_t in_edition(char32_t c) noexcept {
  if constexpr (Edition == edition::of_2005)
    if (c >= least_exchanged && c < 0x10000) return exchanged(c);
  return c;
}

struct code {
  char32_t value;  // both bytes, the first one above; or the index of four
  bool is_pair;
};

inline constexpr char32_t nothing = 0xFFFFFFFF;

// Where the codes of the characters above FFFF begin, all in a row.
inline constexpr char32_t supplementary_index = 189000;

// The index of a stranger's four bytes; nothing for a surrogate.
constexpr char32_t stranger_index(char32_t c) noexcept {
  for (int i = 0; i != stranger_count; ++i)
    if (char32_t{strangers[3 * i]} == c) return strangers[3 * i + 2];
  return nothing;
}

// Requires c <= FFFF.
constexpr char32_t cell_of(char32_t c) noexcept {
  return (char32_t{cells[rows[c >> 6] + (c & 0x3F)]} + cell_base) & 0xFFFF;
}
constexpr bool is_special(char32_t cell) noexcept {
  return (cell & 0xFF00) == special;
}
constexpr char32_t index_in_block(char32_t c, char32_t cell) noexcept {
  return char32_t{bases[c >> 6]} + (cell - special);
}

// Requires 80 <= c <= 10FFFF, no surrogate.
constexpr code code_of(char32_t c) noexcept {
  if (c >= 0x10000) return {c - 0x10000 + supplementary_index, false};
  char32_t const cell = cell_of(c);
  if (!is_special(cell)) return {cell, true};
  return {cell == stranger ? stranger_index(c) : index_in_block(c, cell),
          false};
}

constexpr bool is_trail(char32_t byte) noexcept {
  return byte >= 0x40 && byte != 0x7F && byte != 0xFF;
}

// Requires 81 <= lead <= FE, is_trail(trail).
constexpr char32_t of_pair(char32_t lead, char32_t trail) noexcept {
  return pairs[0x80 + (lead - 0x81) * 190 + trail - 0x40 - (trail > 0x7F)];
}

inline constexpr char32_t low_codes =
    sizeof(low_scalars) / sizeof(char16_t) - 1;
inline constexpr char32_t pair_codes = sizeof(pairs) / sizeof(char16_t) - 1;

// Nothing when the index is that of no character.
constexpr char32_t of_index(char32_t index) noexcept {
  if (index >= supplementary_index)
    return index - supplementary_index < 0x100000
               ? index - supplementary_index + 0x10000
               : nothing;
  if (index >= four_byte_codes) return nothing;
  if (index < low_codes) return low_scalars[index];
  char32_t run = run_chapters[index / chapter_size];
  while (char32_t{run_begins[run + 1]} <= index) ++run;
  return char32_t{run_scalars[run]} + (index - char32_t{run_begins[run]});
}

}  // namespace rill::inline RILL_BUILD::detail::gb18030

#endif
