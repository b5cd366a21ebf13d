// rill/unicode/windows1252.h: Windows-1252, one character at a time, and its
// codec.
//
// Floor 2. Pure, constexpr, no allocation. ISO 8859-1 with 27 characters in
// the place of controls; the bytes 81, 8D, 8F, 90 and 9D stand for nothing, as
// for Python and iconv (the WHATWG gives them controls). docs/gb18030.md.
// Tests: test/unicode/windows1252_test.cpp.
#ifndef RILL_UNICODE_WINDOWS1252_H
#define RILL_UNICODE_WINDOWS1252_H

#include "codec.h"

namespace rill::inline RILL_BUILD::detail {

// The characters of 80 to 9F; 0 where there is none.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
