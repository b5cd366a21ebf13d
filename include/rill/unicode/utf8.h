// rill/unicode/encode.h: code points and wide text to UTF-8.
//
// Floor 2. Pure, constexpr, no allocation. The forms are those of the Unicode
// standard, section 3.9, tables 3-6 and 3-7. What is no scalar value (a lone
// surrogate, more than 10FFFF) becomes U+FFFD. Tests:
// test/unicode/encode_test.cpp.
#ifndef RILL_UNICODE_ENCODE_H
#define RILL_UNICODE_ENCODE_H

#include <cstddef>  // std::size_t

#include "../base/config.h"
#include "problem.h"

namespace rill::inline RILL_BUILD {

/// The most bytes that a code point takes in UTF-8.
inline constexpr std::size_t utf8_size = 4;

inline constexpr char32_t replacement_character = U'\uFFFD';

/// Returns true for the code points that text can contain.
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
// Writes a scalar value in UTF-8, whatever holds the bytes.
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

// UTF-16 has a lead and a trail surrogate, 10 bits each, for the code points
// from 10000 on. D800 less the 10000 that are subtracted first is D7C0.
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

// A character and its units; or a problem and the units of its maximal
// subpart, which one replacement stands for.
struct taken {
  char32_t scalar;
  std::size_t size;
  text_problem problem;
};

constexpr taken refuse(std::size_t size, text_problem problem) noexcept {
  return {replacement_character, size, problem};
}

// Units that are numbers by themselves; number_units (unicode/form.h) are
// those that are made of bytes.
template <class Unit>
struct whole_units {
  static constexpr std::size_t count = 1;
  static constexpr char32_t load(Unit const* from) noexcept {
    return static_cast<char32_t>(*from);
  }
};

// Takes one character from UTF-16 whose numbers Number loads.
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

/// A code point and the units that it was made of.
template <class Unit>
struct decoded {
  char32_t code_point;
  Unit const* end;
};

/// Takes one code point from UTF-16 (units of 2 bytes) or UTF-32 (of 4).
/// Requires first != last. A lone surrogate gives U+FFFD and one unit.
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

/// Counts the code points of UTF-8: the bytes that continue none.
constexpr std::size_t count_code_points(char const* data,
                                        std::size_t size) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i != size; ++i) count += (data[i] & 0xC0) != 0x80;
  return count;
}

}  // namespace rill::inline RILL_BUILD

#endif
