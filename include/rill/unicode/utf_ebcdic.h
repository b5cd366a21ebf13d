// rill/unicode/utf_ebcdic.h: UTF-EBCDIC, one character at a time, and its
// codec.
//
// Floor 2. Pure, constexpr, no allocation. Unicode Technical Report 16: a
// character becomes 1 to 5 bytes of a form like UTF-8 ("I8"), whose trailing
// bytes carry five bits, so that the controls from 80 to 9F have one byte;
// then each byte is exchanged for another one, so that the first 160
// characters have the bytes of code page 1047. Its newline (15) is U+000A, and
// its line feed (25) U+0085. docs/gb18030.md. Tests:
// test/unicode/utf_ebcdic_test.cpp.
#ifndef RILL_UNICODE_UTF_EBCDIC_H
#define RILL_UNICODE_UTF_EBCDIC_H

#include "codec.h"

namespace rill::inline RILL_BUILD::detail {

struct ebcdic_bytes {
  unsigned char of_i8[256];
  unsigned char to_i8[256];
};

// The 160 first bytes are those of code page 1047; the others follow in their
// order.
constexpr ebcdic_bytes make_ebcdic_bytes() noexcept {
  constexpr char page_1047[] =
      "\x00\x01\x02\x03\x37\x2D\x2E\x2F\x16\x05\x15\x0B\x0C\x0D\x0E\x0F"
      "\x10\x11\x12\x13\x3C\x3D\x32\x26\x18\x19\x3F\x27\x1C\x1D\x1E\x1F"
      "\x40\x5A\x7F\x7B\x5B\x6C\x50\x7D\x4D\x5D\x5C\x4E\x6B\x60\x4B\x61"
      "\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\x7A\x5E\x4C\x7E\x6E\x6F"
      "\x7C\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xD1\xD2\xD3\xD4\xD5\xD6"
      "\xD7\xD8\xD9\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9\xAD\xE0\xBD\x5F\x6D"
      "\x79\x81\x82\x83\x84\x85\x86\x87\x88\x89\x91\x92\x93\x94\x95\x96"
      "\x97\x98\x99\xA2\xA3\xA4\xA5\xA6\xA7\xA8\xA9\xC0\x4F\xD0\xA1\x07"
      "\x20\x21\x22\x23\x24\x25\x06\x17\x28\x29\x2A\x2B\x2C\x09\x0A\x1B"
      "\x30\x31\x1A\x33\x34\x35\x36\x08\x38\x39\x3A\x3B\x04\x14\x3E\xFF";
  static_assert(sizeof(page_1047) == 0xA0 + 1);
  ebcdic_bytes made{};
  bool used[256] = {};
  for (int i = 0; i != 0xA0; ++i) {
    made.of_i8[i] = static_cast<unsigned char>(page_1047[i]);
    used[made.of_i8[i]] = true;
  }
  int next = 0xA0;
  for (int byte = 0; byte != 256; ++byte)
    if (!used[byte]) made.of_i8[next++] = static_cast<unsigned char>(byte);
  for (int i = 0; i != 256; ++i)
    made.to_i8[made.of_i8[i]] = static_cast<unsigned char>(i);
  return made;
}
inline constexpr ebcdic_bytes ebcdic = make_ebcdic_bytes();

// Kinds of errors are those of UTF-8 (utf8_form_of), at other bounds.
template <class Unit>
struct utf_ebcdic_form : form_of_bytes<Unit, form::utf_ebcdic, 5> {
  static constexpr taken take(Unit const* first, Unit const* last) noexcept {
    char32_t const lead = i8(*first);
    if (lead < 0xA0) [[likely]]
      return {lead, 1, text_problem::none};
    if (lead < 0xC0) return refuse(1, text_problem::stray_continuation);
    // Those of two bytes with less than A0, and of three with less than 400.
    if (lead < 0xC5 || lead == 0xE0) return refuse(1, text_problem::overlong);
    if (lead > 0xF9) return refuse(1, text_problem::too_large);
    return take_sequence(first, last, lead);
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c < 0xA0) {
      *out++ = byte(c);
      return out;
    }
    // Lead bytes have as many ones as there are bytes, then a zero.
    int const size = c < 0x400 ? 2 : c < 0x4000 ? 3 : c < 0x40000 ? 4 : 5;
    char32_t const mark = 0xFF00u >> size & 0xFF;
    *out++ = byte(mark | c >> 5 * (size - 1));
    for (int left = size - 2; left >= 0; --left)
      *out++ = byte(0xA0 | (c >> 5 * left & 0x1F));
    return out;
  }

 private:
  static constexpr char32_t i8(Unit u) noexcept {
    return ebcdic.to_i8[static_cast<unsigned char>(u)];
  }
  static constexpr Unit byte(char32_t of_i8) noexcept {
    return static_cast<Unit>(ebcdic.of_i8[of_i8]);
  }
  static constexpr taken take_sequence(Unit const* first, Unit const* last,
                                       char32_t lead) noexcept {
    std::size_t const size = lead < 0xE0   ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF8 ? 4
                                           : 5;
    char32_t value = lead & (0x7Fu >> size);
    for (std::size_t i = 1; i != size; ++i) {
      if (first + i == last) return refuse(i, text_problem::cut);
      char32_t const next = i8(first[i]);
      if ((next & 0xE0) != 0xA0) return refuse(i, text_problem::too_short);
      if (i == 1)
        if (text_problem const found = second_problem(lead, next);
            found != text_problem::none)
          return refuse(1, found);
      value = value << 5 | (next & 0x1F);
    }
    return {value, size, text_problem::none};
  }
  // The second byte decides about overlong forms (less than 4000 in four
  // bytes, than 40000 in five), surrogates and more than 10FFFF.
  static constexpr text_problem second_problem(char32_t lead,
                                               char32_t next) noexcept {
    if ((lead == 0xF0 && next < 0xB0) || (lead == 0xF8 && next < 0xA8))
      return text_problem::overlong;
    if (lead == 0xF1 && (next == 0xB6 || next == 0xB7))
      return text_problem::surrogate;
    if (lead == 0xF9 && next > 0xA1) return text_problem::too_large;
    return text_problem::none;
  }
};

template <>
struct codec_facts<utf_ebcdic_form<char>> {
  static constexpr char const* name = "UTF-EBCDIC";
  static constexpr unsigned char unit = 1;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
