// rill/os/shown_text_body.h: the bodies of shown_text.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_SHOWN_TEXT_BODY_H
#define RILL_OS_SHOWN_TEXT_BODY_H

#include "shown_text.h"
#include "../unicode/utf8.h"

namespace rill::inline RILL_BUILD::detail {

struct character_range {
  char32_t first;
  char32_t last;
};
[[gnu::cold]] RILL_CORE bool is_invisible(char32_t c) noexcept {
  // Source: UnicodeData.txt and DerivedCoreProperties.txt of Unicode 15.
  static constexpr character_range ranges[] = {
      {0x80, 0xA0},       {0xAD, 0xAD},       {0x34F, 0x34F},
      {0x600, 0x605},     {0x61C, 0x61C},     {0x6DD, 0x6DD},
      {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},
      {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},
      {0x180B, 0x180F},   {0x2000, 0x200F},   {0x2028, 0x202F},
      {0x205F, 0x206F},   {0x3000, 0x3000},   {0x3164, 0x3164},
      {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
      {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
      {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
      {0xE0000, 0xE0FFF},
  };
  for (character_range const& range : ranges)
    if (c <= range.last) return c >= range.first;
  return false;
}

[[gnu::cold, gnu::noinline]] RILL_CORE text
next_shown(text& rest, shown_as how, char (&room)[longest_escape]) noexcept {
  char const* at = rest.begin();
  decoded_utf8 const one = decode_utf8(at, rest.end());
  auto const size = static_cast<std::size_t>(one.end - at);
  rest = {one.end, rest.size - size};
  char* out = room;
  if (one.form != utf8_form::valid ||
      (is_control(*at) && (*at != '\t' || how != shown_as::line))) {
    for (; at != one.end; ++at) out = put_byte_escape(out, *at);
  } else if (is_invisible(one.code_point)) {
    out = put_hex(copy_bytes(out, "\\u{", 3), one.code_point, 2);
    *out++ = '}';
  } else if ((*at == '"' || *at == '\\') && how == shown_as::quotes) {
    *out++ = '\\';
    *out++ = *at;
  } else {
    return {at, size};
  }
  return {room, static_cast<std::size_t>(out - room)};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
