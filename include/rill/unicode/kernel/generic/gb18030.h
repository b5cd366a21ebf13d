// rill/unicode/kernel/generic/gb18030.h: the codes of GB 18030 by ranges, and
// the conversion from and to UTF-8.
//
// Layer 2. Tests: test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_KERNEL_GENERIC_GB18030_H
#define RILL_UNICODE_KERNEL_GENERIC_GB18030_H

#include "../../gb18030_tables.h"
#include "../kernel.h"

// From characters to codes of GB 18030 and back.
//
// Pure, constexpr, no allocation. A four-byte code has an index: its bytes are
// the digits of a number, of base 126, 10, 126 and 10.

namespace rill::inline RILL_BUILD::detail {
namespace gb18030 {

/// The two editions. The tables are those of 2022.
enum class edition : unsigned char { of_2005, of_2022 };

// The least character whose code changed in 2022. The older edition tests only
// characters from here on: common ideographs and nearly all letters are below.
inline constexpr char32_t least_exchanged = 0x9FB4;
inline constexpr int displaced_count = sizeof(displaced) / sizeof(char16_t) / 3;

// The character that has this one's code in the other edition.
constexpr char32_t exchanged(char32_t c) noexcept {
  // Skips the first entry: its code is the same in both editions.
  for (int i = 1; i != displaced_count; ++i) {
    char32_t const lost = displaced[3 * i];
    char32_t const gained = displaced[3 * i + 1];
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
  char32_t value;  // two bytes, the first one high; or a four-byte code's index
  bool is_pair;
};

inline constexpr char32_t nothing = 0xFFFFFFFF;

// The first index of the characters above FFFF, whose codes are consecutive.
inline constexpr char32_t supplementary_index = 189000;

// The index of a character listed in the last table; `nothing` for a surrogate.
constexpr char32_t displaced_index(char32_t c) noexcept {
  for (int i = 0; i != displaced_count; ++i)
    if (char32_t{displaced[3 * i]} == c) return displaced[3 * i + 2];
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
  return {cell == displaced_cell ? displaced_index(c) : index_in_block(c, cell),
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

// `nothing` for an index without a character.
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

// UTF-8 to GB 18030 and back.
//
// Pure, no allocation. Takes ASCII sixteen bytes at a time and the rest one
// character at a time, most of them with two table look-ups. Only
// unicode/codec.h includes this, because of the tables.

// The input and the room, in bytes, that each round of the loops below needs:
// the size of a copy of ASCII, which is longer than any character.
inline constexpr std::ptrdiff_t slack = 16;

using word = unsigned long long;
static_assert(sizeof(word) == 8);

inline word load_word(char const* from) noexcept {
  word value;
  __builtin_memcpy(&value, from, sizeof value);
  return RILL_LITTLE_ENDIAN ? value : __builtin_bswap64(value);
}

// Stores the lowest byte first.
inline void store_four(char* to, char32_t bytes) noexcept {
  if (!RILL_LITTLE_ENDIAN) bytes = __builtin_bswap32(bytes);
  __builtin_memcpy(to, &bytes, sizeof bytes);
}
inline void store_two(char* to, char32_t bytes) noexcept {
  auto half = static_cast<unsigned short>(bytes);
  if (!RILL_LITTLE_ENDIAN) half = __builtin_bswap16(half);
  __builtin_memcpy(to, &half, sizeof half);
}

inline char32_t byte_at(char const* from) noexcept {
  return static_cast<unsigned char>(*from);
}

// Copies ASCII and returns its size. Requires `slack` bytes on both sides.
inline std::ptrdiff_t copy_ascii(char const* in, char* out) noexcept {
  constexpr word high_bits = 0x8080808080808080;
  word const first = load_word(in) & high_bits;
  word const second = load_word(in + 8) & high_bits;
  __builtin_memcpy(out, in, 16);
  if (first) return __builtin_ctzll(first) >> 3;
  return second ? 8 + (__builtin_ctzll(second) >> 3) : 16;
}

// The two bytes of half a four-byte code: 81 + x / 10, then 30 + x % 10. x *
// 6554 >> 16 is x / 10 for x < 16389.
constexpr char32_t half_code(char32_t x) noexcept {
  char32_t const tenth = x * 6554 >> 16;
  return 0x3081 + (x << 8) - tenth * 0x9FF;
}
static_assert(half_code(1259) == (0x30 + 9) * 256 + 0x81 + 125);

inline void store_index(char* out, char32_t index) noexcept {
  char32_t const upper = index / 1260;
  store_four(out, half_code(upper) | half_code(index - upper * 1260) << 16);
}

// Writes the code of a character from 80 to FFFF. Returns null for a surrogate.
template <edition Edition>
RILL_ALWAYS_INLINE char* put_code(char* out, char32_t c) noexcept {
  c = in_edition<Edition>(c);
  char32_t const cell = cell_of(c);
  if (!is_special(cell)) [[likely]] {
    store_two(out, cell >> 8 | (cell & 0xFF) << 8);
    return out + 2;
  }
  char32_t const index =
      cell == displaced_cell ? displaced_index(c) : index_in_block(c, cell);
  if (index == nothing) [[unlikely]]
    return nullptr;
  store_index(out, index);
  return out + 4;
}

template <edition Edition>
kernel_progress from_utf8(char const* in, char const* in_end, char* out,
                          char* out_end) noexcept {
  while (in_end - in >= slack && out_end - out >= slack) {
    char32_t const lead = byte_at(in);
    if (lead < 0x80) {
      std::ptrdiff_t const size = copy_ascii(in, out);
      in += size;
      out += size;
    } else if (lead - 0xE0 < 0x10) {
      char32_t const second = byte_at(in + 1) ^ 0x80;
      char32_t const third = byte_at(in + 2) ^ 0x80;
      char32_t const c = (lead & 0xF) << 12 | second << 6 | third;
      if ((second | third) > 0x3F || c < 0x800) break;
      char* const end = put_code<Edition>(out, c);
      if (!end) break;
      in += 3;
      out = end;
    } else if (lead - 0xC2 < 0x1E) {
      char32_t const second = byte_at(in + 1) ^ 0x80;
      if (second > 0x3F) break;
      in += 2;
      out = put_code<Edition>(out, (lead & 0x1F) << 6 | second);
    } else {
      char32_t const second = byte_at(in + 1) ^ 0x80;
      char32_t const third = byte_at(in + 2) ^ 0x80;
      char32_t const fourth = byte_at(in + 3) ^ 0x80;
      // For leads from 80 to C1, the subtraction wraps and `above` is too
      // large.
      char32_t const above =
          ((lead - 0xF0) << 18 | second << 12 | third << 6 | fourth) - 0x10000;
      if ((second | third | fourth) > 0x3F || above > 0xFFFFF) break;
      store_index(out, above + supplementary_index);
      in += 4;
      out += 4;
    }
  }
  return {in, out};
}

// Writes a character from 80 to FFFF.
inline char* put_utf8(char* out, char32_t c) noexcept {
  if (c < 0x800) {
    store_two(out, 0x80C0 | c >> 6 | (c & 0x3F) << 8);
    return out + 2;
  }
  store_four(out, 0x8080E0 | c >> 12 | (c >> 6 & 0x3F) << 8 | (c & 0x3F) << 16);
  return out + 3;
}

// Converts one four-byte code. Returns null if it is invalid.
template <edition Edition>
RILL_ALWAYS_INLINE char* put_four(char* out, char const* in) noexcept {
  char32_t const first = byte_at(in) - 0x81;
  char32_t const second = byte_at(in + 1) - 0x30;
  char32_t const third = byte_at(in + 2) - 0x81;
  char32_t const fourth = byte_at(in + 3) - 0x30;
  if (second > 9 || third > 125 || fourth > 9) return nullptr;
  char32_t const index = (first * 10 + second) * 1260 + third * 10 + fourth;
  char32_t const above = index - supplementary_index;
  if (above < 0x100000) {
    char32_t const c = above + 0x10000;
    store_four(out, 0x808080F0 | c >> 18 | (c >> 12 & 0x3F) << 8 |
                        (c >> 6 & 0x3F) << 16 | (c & 0x3F) << 24);
    return out + 4;
  }
  if (index >= four_byte_codes) return nullptr;
  return put_utf8(out, in_edition<Edition>(of_index(index)));
}

template <edition Edition>
kernel_progress to_utf8(char const* in, char const* in_end, char* out,
                        char* out_end) noexcept {
  while (in_end - in >= slack && out_end - out >= slack) {
    char32_t const lead = byte_at(in);
    if (lead < 0x80) {
      std::ptrdiff_t const size = copy_ascii(in, out);
      in += size;
      out += size;
      continue;
    }
    if (lead - 0x81 > 125) break;
    char32_t const trail = byte_at(in + 1);
    if (is_trail(trail)) [[likely]] {
      out = put_utf8(out, in_edition<Edition>(of_pair(lead, trail)));
      in += 2;
    } else {
      char* const end = put_four<Edition>(out, in);
      if (!end) break;
      in += 4;
      out = end;
    }
  }
  return {in, out};
}

// Templates, so that programs that do not convert only parse them.
template <edition Edition>
struct from_utf8_plainly {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return from_utf8<Edition>(in, in_end, out, out_end);
  }
};
template <edition Edition>
struct to_utf8_plainly {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return to_utf8<Edition>(in, in_end, out, out_end);
  }
};

}  // namespace gb18030

template <>
struct conversion_kernel<form::utf8, form::gb18030, cpu::generic>
    : gb18030::from_utf8_plainly<gb18030::edition::of_2022> {};
template <>
struct conversion_kernel<form::utf8, form::gb18030_2005, cpu::generic>
    : gb18030::from_utf8_plainly<gb18030::edition::of_2005> {};
template <>
struct conversion_kernel<form::gb18030, form::utf8, cpu::generic>
    : gb18030::to_utf8_plainly<gb18030::edition::of_2022> {};
template <>
struct conversion_kernel<form::gb18030_2005, form::utf8, cpu::generic>
    : gb18030::to_utf8_plainly<gb18030::edition::of_2005> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
