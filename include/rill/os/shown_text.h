// rill/os/shown_text.h: escapes text from outside for error messages.
//
// Layer 3. The name of a file or a column can contain control sequences, a
// newline followed by a forged message, marks that change the direction of
// text, or characters that cannot be seen. Every message escapes them.
// Allocates nothing, throws nothing. Tests: test/os/shown_text_test.cpp,
// test/system/shown_text_test.py.
#ifndef RILL_OS_SHOWN_TEXT_H
#define RILL_OS_SHOWN_TEXT_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

// The context in which text from outside is shown.
enum class shown_as : unsigned char {
  quotes,  // between quotes: a quote and a backslash are escaped
  line,    // above a caret: tabs are kept
  name,    // in a sentence: "a b.txt", "C:\data" as they are
};

// Returns true for characters outside ASCII that control a terminal or change
// how the text around them looks: C1 controls, line separators, and characters
// with the property Bidi_Control (UAX #9) with the deprecated ones after them,
// U+206A to U+206F.
constexpr bool acts_on_terminal(char32_t c) noexcept {
  return (c >= 0x80 && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F);
}

// The longest escape: three ill-formed bytes, \xe2\x80\x80.
inline constexpr std::size_t longest_escape = 12;

constexpr char* put_hex(char* out, char32_t value, int digits) noexcept {
  while (digits < 8 && value >> (4 * digits) != 0) ++digits;
  for (int at = digits; at-- != 0;)
    *out++ = "0123456789abcdef"[value >> (4 * at) & 15];
  return out;
}

constexpr char* put_byte_escape(char* out, char byte) noexcept {
  *out++ = '\\';
  if (byte == '\n' || byte == '\r' || byte == '\t') {
    *out++ = byte == '\n' ? 'n' : byte == '\r' ? 'r' : 't';
    return out;
  }
  *out++ = 'x';
  return put_hex(out, static_cast<unsigned char>(byte), 2);
}

// Returns true for characters outside ASCII that show nothing, or only a gap,
// and those that control a terminal: categories Cc, Cf and Z without the blank,
// and the property Default_Ignorable_Code_Point. Joiners and variation
// selectors are among them, also within an emoji: two texts that differ look
// different.
[[gnu::cold]] bool is_invisible(char32_t c) noexcept;

// Takes one character, or one ill-formed subpart, from the beginning of `rest`,
// and returns what to show: its own bytes, or an escape in `room`. Requires:
// rest is not empty.
[[gnu::cold]] text next_shown(text& rest, shown_as how,
                              char (&room)[longest_escape]) noexcept;

// Returns the beginning of a text, without an incomplete character at its end.
constexpr text beginning_of(text whole, std::size_t most) noexcept {
  if (whole.size <= most) return whole;
  std::size_t size = most;
  while (size != 0 && most - size != 3 && (whole.data[size] & 0xC0) == 0x80)
    --size;
  return {whole.data, size};
}

inline constexpr text ellipsis = "\xE2\x80\xA6";

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "shown_text_body.h"
#endif

#endif
