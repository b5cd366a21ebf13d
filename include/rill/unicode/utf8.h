// rill/unicode/utf8.h: converts code points to UTF-8 and back, one at a time,
// and finds errors.
//
// Layer 2. Tests: test/unicode/encode_test.cpp, test/unicode/decode_test.cpp.
#ifndef RILL_UNICODE_UTF8_H
#define RILL_UNICODE_UTF8_H

#include <cstddef>  // std::size_t

#include "../base/config.h"
#include "problem.h"

// Code points and wide text to UTF-8.
//
// Pure, constexpr, no allocation. The forms are those of the Unicode standard,
// section 3.9, tables 3-6 and 3-7. Values that are not scalar values (a lone
// surrogate, more than 10FFFF) become U+FFFD.

namespace rill::inline RILL_BUILD {

/// The most bytes that a code point takes in UTF-8.
inline constexpr std::size_t utf8_size = 4;

inline constexpr char32_t replacement_character = U'\uFFFD';

/// True for the code points that text can contain.
constexpr bool is_scalar_value(char32_t c) noexcept {
  return c < 0xD800 || (c >= 0xE000 && c <= 0x10FFFF);
}

namespace detail {

constexpr char32_t scalar_or_replacement(char32_t c) noexcept {
  return is_scalar_value(c) ? c : replacement_character;
}

// Writes a character from 800 to FFFF.
template <class Unit>
constexpr Unit* put_three(Unit* out, char32_t c) noexcept {
  out[0] = static_cast<Unit>(0xE0 | c >> 12);
  out[1] = static_cast<Unit>(0x80 | (c >> 6 & 0x3F));
  out[2] = static_cast<Unit>(0x80 | (c & 0x3F));
  return out + 3;
}
// Writes a scalar value in UTF-8, to bytes of any type.
template <class Unit>
constexpr Unit* put_utf8(Unit* out, char32_t c) noexcept {
  if (c < 0x80) [[likely]] {
    *out = static_cast<Unit>(c);
    return out + 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<Unit>(0xC0 | c >> 6);
    out[1] = static_cast<Unit>(0x80 | (c & 0x3F));
    return out + 2;
  }
  if (c < 0x10000) return put_three(out, c);
  out[0] = static_cast<Unit>(0xF0 | c >> 18);
  out[1] = static_cast<Unit>(0x80 | (c >> 12 & 0x3F));
  out[2] = static_cast<Unit>(0x80 | (c >> 6 & 0x3F));
  out[3] = static_cast<Unit>(0x80 | (c & 0x3F));
  return out + 4;
}

// UTF-16 subtracts 10000 from the code points from 10000 on, and stores 10 bits
// in a lead and 10 in a trail surrogate. D7C0 is D800 - (10000 >> 10).
constexpr bool is_lead_surrogate(char32_t c) noexcept {
  return c >> 10 == 0xD800 >> 10;
}
constexpr bool is_trail_surrogate(char32_t c) noexcept {
  return c >> 10 == 0xDC00 >> 10;
}
constexpr char32_t lead_surrogate(char32_t c) noexcept {
  return 0xD7C0 + (c >> 10);
}
constexpr char32_t trail_surrogate(char32_t c) noexcept {
  return 0xDC00 + (c & 0x3FF);
}
constexpr char32_t joined_surrogates(char32_t lead, char32_t trail) noexcept {
  return 0x10000 + ((lead & 0x3FF) << 10 | (trail & 0x3FF));
}

// A character and the number of its units; or a problem and the number of units
// in its maximal subpart, which one replacement character stands for.
struct taken {
  char32_t scalar;
  std::size_t size;
  text_problem problem;
};

constexpr taken refuse(std::size_t size, text_problem problem) noexcept {
  return {replacement_character, size, problem};
}

// Units that are numbers by themselves; number_units (unicode/form.h) assembles
// numbers from bytes.
template <class Unit>
struct whole_units {
  static constexpr std::size_t count = 1;
  static constexpr char32_t load(Unit const* from) noexcept {
    return static_cast<char32_t>(*from);
  }
};

// Takes one character from UTF-16, whose units `Number` loads.
template <class Number, class Unit>
constexpr taken take_utf16(Unit const* first, Unit const* last) noexcept {
  constexpr std::size_t count = Number::count;
  auto const left = static_cast<std::size_t>(last - first);
  if constexpr (count != 1)
    if (left < count) return refuse(left, text_problem::cut);
  char32_t const lead = Number::load(first);
  if ((lead & 0xF800) != 0xD800) [[likely]]
    return {lead, count, text_problem::none};
  if (lead >= 0xDC00) return refuse(count, text_problem::surrogate);
  if (left < 2 * count) return refuse(left, text_problem::cut);
  char32_t const trail = Number::load(first + count);
  if (!is_trail_surrogate(trail)) return refuse(count, text_problem::surrogate);
  return {joined_surrogates(lead, trail), 2 * count, text_problem::none};
}

}  // namespace detail

/// Writes a code point in UTF-8 (1 to 4 bytes) and returns the end.
constexpr char* write_utf8(char* out, char32_t c) noexcept {
  return detail::put_utf8(out, detail::scalar_or_replacement(c));
}

/// A code point and the end of its units.
template <class Unit>
struct decoded {
  char32_t code_point;
  Unit const* end;
};

/// Decodes one code point from UTF-16 (units of 2 bytes) or UTF-32 (of 4).
/// Requires first != last. A lone surrogate gives U+FFFD and takes one unit.
template <class Unit>
constexpr decoded<Unit> decode_one(Unit const* first,
                                   Unit const* last) noexcept {
  if constexpr (sizeof(Unit) == 2) {
    auto const one = detail::take_utf16<detail::whole_units<Unit>>(first, last);
    return {one.scalar, first + one.size};
  } else {
    return {detail::scalar_or_replacement(static_cast<char32_t>(*first)),
            first + 1};
  }
}

/// Counts the code points of UTF-8: all bytes that are not continuations.
constexpr std::size_t count_code_points(char const* data,
                                        std::size_t size) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i != size; ++i) count += (data[i] & 0xC0) != 0x80;
  return count;
}

// UTF-8 to code points, one at a time.
//
// Pure, constexpr, no allocation. The well-formed sequences are those of the
// Unicode standard, section 3.9, table 3-7. Ill-formed text gives one U+FFFD
// for each maximal subpart, as the same section recommends ("U+FFFD
// substitution of maximal subparts").

/// The kind of sequence that decode_utf8 found.
enum class utf8_form : unsigned char {
  valid,
  ill_formed,
  /// The bytes end within a sequence that more bytes could complete.
  cut
};

/// A code point, the end of its bytes, and whether they were well-formed. The
/// code point of an ill-formed or cut sequence is U+FFFD.
struct decoded_utf8 {
  char32_t code_point;
  char const* end;
  utf8_form form;
};

namespace detail {

// The same for bytes of any type.
struct utf8_piece {
  char32_t code_point;
  std::size_t size;
  utf8_form form;
};

// Takes one code point, or the maximal subpart of an ill-formed sequence. A
// loop, because it is small and linked to all programs that print. A template,
// so that it is only parsed where it is not used.
template <class Unit>
constexpr utf8_piece take_utf8(Unit const* first, Unit const* last) noexcept {
  char32_t const lead = static_cast<unsigned char>(*first);
  if (lead < 0x80) return {lead, 1, utf8_form::valid};
  // 80..BF continue a sequence, C0 and C1 would be overlong, F5..FF too large.
  if (lead < 0xC2 || lead > 0xF4)
    return {replacement_character, 1, utf8_form::ill_formed};
  std::size_t const size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte shows overlong forms, surrogates and values above 10FFFF;
  // the bytes behind it may be anything from 80 to BF.
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

/// Decodes one code point from UTF-8.
/// Requires: first != last.
/// Returns: the code point and the end of its bytes. An ill-formed sequence
/// gives U+FFFD and the bytes of one maximal subpart, at least one. A sequence
/// cut by the end of the text gives U+FFFD, all remaining bytes, and the form
/// `cut`; the caller can append more bytes and decode again.
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
