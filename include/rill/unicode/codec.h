// rill/unicode/codec.h: encodings as pairs of functions; Windows-1252,
// UTF-EBCDIC, GB 18030.
//
// Layer 2. Tests: test/unicode/codec_test.cpp,
// test/unicode/windows1252_test.cpp, test/unicode/utf_ebcdic_test.cpp,
// test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_CODEC_H
#define RILL_UNICODE_CODEC_H

#include "convert.h"
#include "form.h"
#include "kernel/generic/gb18030.h"

#if RILL_X86_64
#include "kernel/x86/gb18030_to_utf8_avx512.h"
#endif

// An encoding as two functions, to UTF-8 and from it.
//
// Allocates nothing, throws nothing. All text is UTF-8 internally
// (docs/decisions/0002-utf8-inside.md); code that writes or reads another
// encoding uses its codec.

namespace rill::inline RILL_BUILD::detail {

// One step of a conversion. Works as convert (unicode/convert.h) does. `state`
// is what the codec's open() returned, or null. `read` and `written` count
// bytes. With is_last, a codec with a state also writes the sequence that
// resets it.
using codec_step = conversion_result (*)(void* state, char const* in,
                                         std::size_t size, char* out,
                                         std::size_t room, text_policy policy,
                                         bool is_last) noexcept;

// Tells encodings whose bytes are UTF-8 without a conversion.
enum class codec_kind : unsigned char {
  other,
  ascii,  // only bytes below 80
  utf8,
};

struct codec {
  char const* name;          // as iconv calls it: "UTF-16LE"
  codec_step decode;         // to UTF-8
  codec_step encode;         // from UTF-8
  unsigned char unit;        // bytes
  unsigned char most_bytes;  // of the longest character
  // For encodings whose text begins with a byte-order mark: the codec for the
  // opposite byte order. Written text gets a mark; text read without one is in
  // this codec's order.
  codec const* swapped = nullptr;
  codec_kind kind = codec_kind::other;
  // Null for codecs without a state. open() returns null if the encoding does
  // not exist.
  void* (*open)(char const* name, bool decodes) noexcept = nullptr;
  void (*close)(void* state) noexcept = nullptr;
};

using utf8_bytes = utf8_form_of<char>;

template <class Form>
conversion_result decode_step(void*, char const* in, std::size_t size,
                              char* out, std::size_t room, text_policy policy,
                              bool is_last) noexcept {
  return convert<Form, utf8_bytes>(in, size, out, room, policy, is_last);
}
template <class Form>
conversion_result encode_step(void*, char const* in, std::size_t size,
                              char* out, std::size_t room, text_policy policy,
                              bool is_last) noexcept {
  return convert<utf8_bytes, Form>(in, size, out, room, policy, is_last);
}

// A codec for a form of bytes. The size of every character is a multiple of
// `unit` bytes.
template <class Form>
constexpr codec codec_over(char const* name, unsigned char unit) noexcept {
  return {name, decode_step<Form>, encode_step<Form>, unit,
          static_cast<unsigned char>(Form::most_units)};
}

// The name and the unit of a form. Separate from the codec, because naming a
// codec links its conversions and kernels.
template <class Form>
struct codec_facts;

template <class Form>
constexpr codec codec_with_facts() noexcept {
  using facts = codec_facts<Form>;
  codec made = codec_over<Form>(facts::name, facts::unit);
  if constexpr (requires { facts::kind; }) made.kind = facts::kind;
  return made;
}
template <class Form>
inline constexpr codec codec_of = codec_with_facts<Form>();

// The same, for use in a template with the parameter Any. If a name in a
// template depends on no parameter, clang links its codec even if the template
// is never instantiated.
template <class Any, class Form>
inline constexpr codec const& codec_for = codec_of<Form>;

using utf16le_bytes = utf16_form<char, byte_order::little>;
using utf16be_bytes = utf16_form<char, byte_order::big>;
using utf32le_bytes = utf32_form<char, byte_order::little>;
using utf32be_bytes = utf32_form<char, byte_order::big>;
using latin1_bytes = latin1_form<char>;
using us_ascii_bytes = ascii_form<char>;

template <>
struct codec_facts<utf8_bytes> {
  static constexpr char const* name = "UTF-8";
  static constexpr unsigned char unit = 1;
  static constexpr codec_kind kind = codec_kind::utf8;
};
template <>
struct codec_facts<utf16le_bytes> {
  static constexpr char const* name = "UTF-16LE";
  static constexpr unsigned char unit = 2;
};
template <>
struct codec_facts<utf16be_bytes> {
  static constexpr char const* name = "UTF-16BE";
  static constexpr unsigned char unit = 2;
};
template <>
struct codec_facts<utf32le_bytes> {
  static constexpr char const* name = "UTF-32LE";
  static constexpr unsigned char unit = 4;
};
template <>
struct codec_facts<utf32be_bytes> {
  static constexpr char const* name = "UTF-32BE";
  static constexpr unsigned char unit = 4;
};
template <>
struct codec_facts<latin1_bytes> {
  static constexpr char const* name = "ISO-8859-1";
  static constexpr unsigned char unit = 1;
};
template <>
struct codec_facts<us_ascii_bytes> {
  static constexpr char const* name = "US-ASCII";
  static constexpr unsigned char unit = 1;
  static constexpr codec_kind kind = codec_kind::ascii;
};

// Without a mark, UTF-16 and UTF-32 are little-endian, as in nearly all files
// and as WHATWG's encoding standard specifies.
template <class Little, class Big>
struct with_mark;
using utf16_with_mark = with_mark<utf16le_bytes, utf16be_bytes>;
using utf32_with_mark = with_mark<utf32le_bytes, utf32be_bytes>;
template <>
struct codec_facts<utf16_with_mark> {
  static constexpr char const* name = "UTF-16";
};
template <>
struct codec_facts<utf32_with_mark> {
  static constexpr char const* name = "UTF-32";
};

template <class Little, class Big>
constexpr codec marked_codec() noexcept {
  codec made = codec_with_facts<Little>();
  made.name = codec_facts<with_mark<Little, Big>>::name;
  made.swapped = &codec_of<Big>;
  return made;
}
template <class Little, class Big>
inline constexpr codec codec_of<with_mark<Little, Big>> =
    marked_codec<Little, Big>();

// Windows-1252, one character at a time, and its codec.
//
// Pure, constexpr, no allocation. Differs from ISO 8859-1 in 80 to 9F: 27
// characters instead of controls. The bytes 81, 8D, 8F, 90 and 9D are invalid,
// as in Python and iconv (WHATWG maps them to controls). docs/gb18030.md.

// The characters of the bytes 80 to 9F; 0 for invalid bytes.
inline constexpr char16_t windows1252_upper[] =
    u"\u20AC\0\u201A\u0192\u201E\u2026\u2020\u2021"
    u"\u02C6\u2030\u0160\u2039\u0152\0\u017D\0"
    u"\0\u2018\u2019\u201C\u201D\u2022\u2013\u2014"
    u"\u02DC\u2122\u0161\u203A\u0153\0\u017E\u0178";
static_assert(sizeof(windows1252_upper) == 33 * sizeof(char16_t));

template <class Unit>
struct windows1252_form : form_of_bytes<Unit, form::windows1252, 1, U'?'> {
  static constexpr taken take(Unit const* first, Unit const*) noexcept {
    auto const byte = static_cast<char32_t>(static_cast<unsigned char>(*first));
    if (byte - 0x80 >= 0x20) [[likely]]
      return {byte, 1, text_problem::none};
    char32_t const c = windows1252_upper[byte - 0x80];
    if (c == 0) return refuse(1, text_problem::invalid_byte);
    return {c, 1, text_problem::none};
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c > 0xFF || c - 0x80 < 0x20) {
      c = upper_byte(c);
      if (c == 0) return nullptr;
    }
    *out = static_cast<Unit>(c);
    return out + 1;
  }

 private:
  static constexpr char32_t upper_byte(char32_t c) noexcept {
    for (char32_t i = 0; i != 0x20; ++i)
      if (char32_t{windows1252_upper[i]} == c) return 0x80 + i;
    return 0;
  }
};

template <>
struct codec_facts<windows1252_form<char>> {
  static constexpr char const* name = "WINDOWS-1252";
  static constexpr unsigned char unit = 1;
};

// UTF-EBCDIC, one character at a time, and its codec.
//
// Pure, constexpr, no allocation. Unicode Technical Report 16: a character
// first becomes 1 to 5 bytes of a form like UTF-8 ("I8"). Its trailing bytes
// hold five bits each, so that the controls from 80 to 9F take one byte. Then a
// table replaces each byte, so that the first 160 characters have the bytes of
// code page 1047. Its newline (15) is U+000A, and its line feed (25) U+0085.
// docs/gb18030.md.

struct ebcdic_bytes {
  unsigned char of_i8[256];
  unsigned char to_i8[256];
};

// The first 160 bytes are those of code page 1047; the others follow in
// ascending order.
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

// Reports the same kinds of errors as UTF-8 (utf8_form_of), with other bounds.
template <class Unit>
struct utf_ebcdic_form : form_of_bytes<Unit, form::utf_ebcdic, 5> {
  static constexpr taken take(Unit const* first, Unit const* last) noexcept {
    char32_t const lead = i8(*first);
    if (lead < 0xA0) [[likely]]
      return {lead, 1, text_problem::none};
    if (lead < 0xC0) return refuse(1, text_problem::stray_continuation);
    // Two bytes for less than A0, and three for less than 400, are overlong.
    if (lead < 0xC5 || lead == 0xE0) return refuse(1, text_problem::overlong);
    if (lead > 0xF9) return refuse(1, text_problem::too_large);
    return take_sequence(first, last, lead);
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c < 0xA0) {
      *out++ = byte(c);
      return out;
    }
    // A lead byte has as many leading ones as the sequence has bytes, then a
    // zero.
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
  // The second byte shows overlong forms (less than 4000 in four bytes, or
  // 40000 in five), surrogates and values above 10FFFF.
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

// GB 18030, the encoding that Chinese law requires.
//
// Pure, constexpr, no allocation. A character takes one, two or four bytes;
// every scalar value has a code. The edition of 2022 exchanged the codes of 18
// pairs of characters; the edition of 2005 is supported as well
// (docs/gb18030.md). The tables take 115 kB in a program that converts in both
// directions.

// Reports errors as the WHATWG decoder does. If the bytes after a lead byte are
// invalid, only the lead byte is the error, and decoding resumes behind it. Two
// errors are longer: one includes an invalid second byte above 7F, the other
// all four bytes of a code without a character.
template <class Unit, gb18030::edition Edition>
struct gb18030_form_of
    : form_of_bytes<Unit,
                    Edition == gb18030::edition::of_2022 ? form::gb18030
                                                         : form::gb18030_2005,
                    4> {
  static constexpr taken take(Unit const* first, Unit const* last) noexcept {
    char32_t const lead = byte(*first);
    if (lead < 0x80) [[likely]]
      return {lead, 1, text_problem::none};
    if (lead == 0x80 || lead == 0xFF)
      return refuse(1, text_problem::invalid_byte);
    if (last - first == 1) return refuse(1, text_problem::cut);
    char32_t const second = byte(first[1]);
    if (second - 0x30 < 10) return take_four(first, last);
    if (!gb18030::is_trail(second))
      return refuse(second < 0x80 ? 1 : 2, text_problem::invalid_byte);
    return {gb18030::in_edition<Edition>(gb18030::of_pair(lead, second)), 2,
            text_problem::none};
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c < 0x80) {
      *out++ = static_cast<Unit>(c);
      return out;
    }
    gb18030::code const found =
        gb18030::code_of(gb18030::in_edition<Edition>(c));
    if (found.is_pair) {
      *out++ = static_cast<Unit>(found.value >> 8);
      *out++ = static_cast<Unit>(found.value & 0xFF);
      return out;
    }
    // The four bytes are the digits of the index, of base 126, 10, 126 and 10.
    char32_t const upper = found.value / 1260;
    char32_t const lower = found.value % 1260;
    *out++ = static_cast<Unit>(0x81 + upper / 10);
    *out++ = static_cast<Unit>(0x30 + upper % 10);
    *out++ = static_cast<Unit>(0x81 + lower / 10);
    *out++ = static_cast<Unit>(0x30 + lower % 10);
    return out;
  }

 private:
  static constexpr char32_t byte(Unit u) noexcept {
    return static_cast<char32_t>(static_cast<unsigned char>(u));
  }
  static constexpr taken take_four(Unit const* first,
                                   Unit const* last) noexcept {
    auto const left = static_cast<std::size_t>(last - first);
    if (left > 2 && byte(first[2]) - 0x81 >= 126)
      return refuse(1, text_problem::invalid_byte);
    if (left > 3 && byte(first[3]) - 0x30 >= 10)
      return refuse(1, text_problem::invalid_byte);
    if (left < 4) return refuse(left, text_problem::cut);
    char32_t const index =
        ((byte(first[0]) - 0x81) * 10 + byte(first[1]) - 0x30) * 1260 +
        (byte(first[2]) - 0x81) * 10 + byte(first[3]) - 0x30;
    char32_t const c = gb18030::of_index(index);
    if (c == gb18030::nothing) return refuse(4, text_problem::invalid_byte);
    return {gb18030::in_edition<Edition>(c), 4, text_problem::none};
  }
};

/// GB 18030-2022.
template <class Unit>
using gb18030_form = gb18030_form_of<Unit, gb18030::edition::of_2022>;

/// GB 18030-2005: the codes of 18 pairs of characters are exchanged.
template <class Unit>
using gb18030_2005_form = gb18030_form_of<Unit, gb18030::edition::of_2005>;

template <>
struct codec_facts<gb18030_form<char>> {
  static constexpr char const* name = "GB18030";
  static constexpr unsigned char unit = 1;
};
template <>
struct codec_facts<gb18030_2005_form<char>> {
  static constexpr char const* name = "GB18030-2005";
  static constexpr unsigned char unit = 1;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
