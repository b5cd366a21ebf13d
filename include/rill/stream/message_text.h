// rill/stream/message_text.h: texts for interfaces that take only valid text:
// logs, debuggers, windows.
//
// Layer 4. Allocates what the writer does. Tests:
// test/stream/message_text_test.cpp.
#ifndef RILL_STREAM_MESSAGE_TEXT_H
#define RILL_STREAM_MESSAGE_TEXT_H

#include "../unicode/utf8.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

// The length of the prefix that is well-formed UTF-8 without NUL.
constexpr std::size_t clean_beginning(text bytes) noexcept {
  char const* at = bytes.begin();
  while (at != bytes.end() && *at != '\0') {
    utf8_piece const one = take_utf8(at, bytes.end());
    if (one.form != utf8_form::valid) break;
    at += one.size;
  }
  return static_cast<std::size_t>(at - bytes.begin());
}

/// Writes a text, with U+FFFD for each NUL and each maximal subpart of an
/// ill-formed sequence (Unicode's definition).
constexpr void write_message(writer& out, text bytes) {
  for (;;) {
    std::size_t const clean = clean_beginning(bytes);
    out.write(bytes.data, clean);
    bytes = {bytes.data + clean, bytes.size - clean};
    if (bytes.size == 0) return;
    std::size_t const bad = take_utf8(bytes.begin(), bytes.end()).size;
    out.write("\xEF\xBF\xBD");
    bytes = {bytes.data + bad, bytes.size - bad};
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
