// test/support/encodings.h: every encoding, with an encoder of single
// characters that the tests implement themselves.
#ifndef RILL_TEST_SUPPORT_ENCODINGS_H
#define RILL_TEST_SUPPORT_ENCODINGS_H

#include <rill/encoding/encoding.h>

#include <random>
#include <string>
#include <vector>

namespace rill_test {

struct tested_encoding {
  char const* name;
  rill::encoding which;
  char32_t most;  // its greatest code point
  std::string (*put)(char32_t);
  std::string mark;  // its byte-order mark
};

inline std::string units_of(char32_t c, int size, bool is_big) {
  std::string bytes;
  for (int i = 0; i != size; ++i)
    bytes += static_cast<char>(c >> 8 * (is_big ? size - 1 - i : i) & 0xFF);
  return bytes;
}

template <bool IsBig>
std::string put_utf16(char32_t c) {
  if (c < 0x10000) return units_of(c, 2, IsBig);
  return units_of(0xD7C0 + (c >> 10), 2, IsBig) +
         units_of(0xDC00 + (c & 0x3FF), 2, IsBig);
}
template <bool IsBig>
std::string put_utf32(char32_t c) {
  return units_of(c, 4, IsBig);
}
inline std::string put_utf8(char32_t c) {
  auto const tail = [&](int shift) {
    return static_cast<char>(0x80 + (c >> shift) % 64);
  };
  auto const lead = [&](char32_t base, int shift) {
    return static_cast<char>(base + (c >> shift));
  };
  if (c < 0x80) return {lead(0, 0)};
  if (c < 0x800) return {lead(0xC0, 6), tail(0)};
  if (c < 0x10000) return {lead(0xE0, 12), tail(6), tail(0)};
  return {lead(0xF0, 18), tail(12), tail(6), tail(0)};
}
inline std::string put_byte(char32_t c) { return {static_cast<char>(c)}; }

// Uses a form of rill. The form's own test compares it with independent tables.
template <class Form>
std::string put_form(char32_t c) {
  char bytes[Form::most_units];
  char const* const end = Form::put(bytes, c);
  return {bytes, static_cast<std::size_t>(end - bytes)};
}

inline std::vector<tested_encoding> const& every_encoding() {
  static std::vector<tested_encoding> const all{
      {"UTF-8", rill::utf8, 0x10FFFF, put_utf8, ""},
      {"UTF-16", rill::utf16, 0x10FFFF, put_utf16<false>, "\xFF\xFE"},
      {"UTF-16LE", rill::utf16le, 0x10FFFF, put_utf16<false>, ""},
      {"UTF-16BE", rill::utf16be, 0x10FFFF, put_utf16<true>, ""},
      {"UTF-32", rill::utf32, 0x10FFFF, put_utf32<false>,
       std::string("\xFF\xFE\0\0", 4)},
      {"UTF-32LE", rill::utf32le, 0x10FFFF, put_utf32<false>, ""},
      {"UTF-32BE", rill::utf32be, 0x10FFFF, put_utf32<true>, ""},
      {"ISO-8859-1", rill::latin1, 0xFF, put_byte, ""},
      {"US-ASCII", rill::us_ascii, 0x7F, put_byte, ""},
      // The form's bytes above 0x7F are tested by its own test.
      {"WINDOWS-1252", rill::windows1252, 0x7F, put_byte, ""},
      {"GB18030", rill::gb18030, 0x10FFFF,
       put_form<rill::detail::gb18030_form<char>>, ""},
      {"GB18030-2005", rill::gb18030_2005, 0x10FFFF,
       put_form<rill::detail::gb18030_2005_form<char>>, ""},
      {"UTF-EBCDIC", rill::utf_ebcdic, 0x10FFFF,
       put_form<rill::detail::utf_ebcdic_form<char>>, ""},
  };
  return all;
}

inline std::string bytes_of(tested_encoding const& which,
                            std::vector<char32_t> const& scalars) {
  std::string bytes = which.mark;
  for (char32_t c : scalars) bytes += which.put(c);
  return bytes;
}

// Characters of all lengths, sometimes in runs of equal length; no byte-order
// mark.
inline std::vector<char32_t> random_scalars(std::mt19937& random,
                                            std::size_t count, char32_t most) {
  static constexpr char32_t ends[] = {0x7F, 0xFF, 0x7FF, 0xFFFF, 0x10FFFF};
  std::vector<char32_t> scalars;
  char32_t end = 0x7F;
  while (scalars.size() != count) {
    if (random() % 8 == 0) end = std::min(ends[random() % 5], most);
    auto const c = static_cast<char32_t>(random() % (end + 1));
    if ((c >= 0xD800 && c < 0xE000) || c == 0xFEFF) continue;
    scalars.push_back(random() % 16 == 0 ? U'\n' : c);
  }
  return scalars;
}

}  // namespace rill_test

#endif
