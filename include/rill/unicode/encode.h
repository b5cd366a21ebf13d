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

namespace rill::inline RILL_BUILD {

/// The most bytes that a code point takes in UTF-8.
inline constexpr std::size_t utf8_size = 4;

inline constexpr char32_t replacement_character = U'\uFFFD';

/// Returns true for the code points that text can contain.
constexpr bool is_scalar_value(char32_t c) noexcept {
  return c < 0xD800 || (c >= 0xE000 && c <= 0x10FFFF);
}

/// Writes a code point in UTF-8 (1 to 4 bytes) and returns the end.
constexpr char* write_utf8(char* out, char32_t c) noexcept {
  auto const byte = [](char32_t bits) { return static_cast<char>(bits); };
  if (!is_scalar_value(c)) c = replacement_character;
  if (c < 0x80) {
    *out++ = byte(c);
  } else if (c < 0x800) {
    *out++ = byte(0xC0 | c >> 6);
    *out++ = byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *out++ = byte(0xE0 | c >> 12);
    *out++ = byte(0x80 | (c >> 6 & 0x3F));
    *out++ = byte(0x80 | (c & 0x3F));
  } else {
    *out++ = byte(0xF0 | c >> 18);
    *out++ = byte(0x80 | (c >> 12 & 0x3F));
    *out++ = byte(0x80 | (c >> 6 & 0x3F));
    *out++ = byte(0x80 | (c & 0x3F));
  }
  return out;
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
  char32_t const lead = static_cast<char32_t>(*first++);
  if constexpr (sizeof(Unit) == 2) {
    bool const leading = (lead & 0xFC00) == 0xD800;
    if (leading && first != last &&
        (static_cast<char32_t>(*first) & 0xFC00) == 0xDC00) {
      char32_t const trail = static_cast<char32_t>(*first++);
      // 10 bits of each, above the 10000 code points of one unit.
      return {0x10000 + ((lead & 0x3FF) << 10 | (trail & 0x3FF)), first};
    }
  }
  return {is_scalar_value(lead) ? lead : replacement_character, first};
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
