// rill/os/shown_text_body.h: the bodies of shown_text.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_SHOWN_TEXT_BODY_H
#define RILL_OS_SHOWN_TEXT_BODY_H

#include "shown_text.h"
#include "../unicode/utf8.h"

namespace rill::inline RILL_BUILD::detail {

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
  } else if (acts_on_terminal(one.code_point)) {
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
