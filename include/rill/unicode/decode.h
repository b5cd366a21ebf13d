// rill/unicode/decode.h: UTF-8 to code points, one at a time.
//
// Floor 2. Pure, constexpr, no allocation. The well-formed sequences are those
// of the Unicode standard, section 3.9, table 3-7; what is ill-formed gives
// one U+FFFD for each maximal subpart, as the same section recommends ("U+FFFD
// substitution of maximal subparts"). Tests: test/unicode/decode_test.cpp.
#ifndef RILL_UNICODE_DECODE_H
#define RILL_UNICODE_DECODE_H

#include "encode.h"

namespace rill::inline RILL_BUILD {

/// What decode_utf8 found.
enum class utf8_form : unsigned char {
  valid,
  ill_formed,
  /// The bytes end within a sequence that more bytes could complete.
  cut
};

/// A code point, the end of its bytes, and whether they were well-formed.
/// U+FFFD stands for what is ill-formed or cut.
struct decoded_utf8 {
  char32_t code_point;
  char const* end;
  utf8_form form;
};

namespace detail {

// The same, whatever holds the bytes.
struct utf8_piece {
  char32_t code_point;
  std::size_t size;
  utf8_form form;
};

// Takes one code point, or the maximal subpart of what is ill-formed. A loop:
// it is small, and all programs that print have it. A template, so that where
// it is not used it is only parsed.
template <class Unit>
constexpr utf8_piece take_utf8(Unit const* first, Unit const* last) noexcept {
  char32_t const lead = static_cast<unsigned char>(*first);
  if (lead < 0x80) return {lead, 1, utf8_form::valid};
  // 80..BF continue a sequence, C0 and C1 would be overlong, F5..FF too large.
  if (lead < 0xC2 || lead > 0xF4)
    return {replacement_character, 1, utf8_form::ill_formed};
  std::size_t const size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte decides about overlong forms, surrogates and more than
  // 10FFFF; behind it everything from 80 to BF will do.
  char32_t least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  char32_t most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t value = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i != size; ++i) {
    if (first + i == last) return {replacement_character, i, utf8_form::cut};
    char32_t const next = static_cast<unsigned char>(first[i]);
    if (next < least || next > most)
      return {replacement_character, i, utf8_form::ill_formed};
    value = value << 6 | (next & 0x3F);
    least = 0x80;
    most = 0xBF;
  }
  return {value, size, utf8_form::valid};
}

}  // namespace detail

/// Takes one code point from UTF-8.
/// Requires: first != last.
/// Returns: the code point and the end of its bytes. U+FFFD for an ill-formed
/// sequence, with the bytes of one maximal subpart, at least one; and where
/// the text ends within a sequence, with all bytes that are left and the form
/// `cut`, so that whoever has more bytes to come can put them behind and ask
/// again.
/// Cost: a comparison for ASCII.
/// Source: the Unicode standard, section 3.9, table 3-7.
///
/// Example:
///     char const text[] = "\xE2\x82\xAC!";
///     auto const one = rill::decode_utf8(text, text + 4);
///     rill::println(one.code_point == U'\u20AC', ' ', *one.end);
///     auto const part = rill::decode_utf8(text, text + 2);
///     rill::println(part.form == rill::utf8_form::cut);
constexpr decoded_utf8 decode_utf8(char const* first,
                                   char const* last) noexcept {
  auto const lead = static_cast<unsigned char>(*first);
  if (lead < 0x80) [[likely]]
    return {lead, first + 1, utf8_form::valid};
  auto const one = detail::take_utf8(first, last);
  return {one.code_point, first + one.size, one.form};
}

}  // namespace rill::inline RILL_BUILD

#endif
