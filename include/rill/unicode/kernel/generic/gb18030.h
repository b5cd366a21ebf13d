// rill/unicode/kernel/generic/gb18030.h: UTF-8 to GB 18030 and back.
//
// Floor 2. Pure, no allocation. Runs of ASCII by sixteen bytes, the rest one
// character after the other: two loads of tables for most. Included by
// unicode/gb18030.h alone, because of the tables. Tests:
// test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_KERNEL_GENERIC_GB18030_H
#define RILL_UNICODE_KERNEL_GENERIC_GB18030_H

#include "../../gb18030_codes.h"
#include "../kernel.h"

namespace rill::inline RILL_BUILD::detail {
namespace gb18030 {

// So much input and room the loops below want in each round: what is copied
// of ASCII at once, which is more than any character.
inline constexpr std::ptrdiff_t slack = 16;

using word = unsigned long long;
static_assert(sizeof(word) == 8);

inline word load_word(char const* from) noexcept {
  word value;
  __builtin_memcpy(&value, from, sizeof value);
  return RILL_LITTLE_ENDIAN ? value : __builtin_bswap64(value);
}

// The first byte lowest.
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

// Copies ASCII and returns how much. Requires `slack` bytes on both sides.
inline std::ptrdiff_t copy_ascii(char const* in, char* out) noexcept {
  constexpr word high_bits = 0x8080808080808080;
  word const first = load_word(in) & high_bits;
  word const second = load_word(in + 8) & high_bits;
  __builtin_memcpy(out, in, 16);
  if (first) return __builtin_ctzll(first) >> 3;
  return second ? 8 + (__builtin_ctzll(second) >> 3) : 16;
}

// Half of a four-byte code: 81 + x / 10, then 30 + x % 10.
// x * 6554 >> 16 is x / 10 for x < 16389.
constexpr char32_t half_code(char32_t x) noexcept {
  char32_t const tenth = x * 6554 >> 16;
  return 0x3081 + (x << 8) - tenth * 0x9FF;
}
static_assert(half_code(1259) == (0x30 + 9) * 256 + 0x81 + 125);

inline void store_index(char* out, char32_t index) noexcept {
  char32_t const upper = index / 1260;
  store_four(out, half_code(upper) | half_code(index - upper * 1260) << 16);
}

// Writes the code of a character from 80 to FFFF; null for a surrogate.
template <edition Edition>
RILL_ALWAYS_INLINE char* put_code(char* out, char32_t c) noexcept {
  c = in_edition<Edition>(c);
  char32_t const cell = cell_of(c);
  if (!is_special(cell)) [[likely]] {
    store_two(out, cell >> 8 | (cell & 0xFF) << 8);
    return out + 2;
  }
  char32_t const index =
      cell == stranger ? stranger_index(c) : index_in_block(c, cell);
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
      // Wraps for leads below F0, which are continuations, C0 and C1.
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

// Converts one four-byte code; null when it is none.
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

// Templates, so that a program that does not convert pays for reading alone.
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
