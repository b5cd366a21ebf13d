// rill/os/standard_message_body.h: the bodies of standard_message.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_STANDARD_MESSAGE_BODY_H
#define RILL_OS_STANDARD_MESSAGE_BODY_H

#include "standard_message.h"
#include "../base/text.h"
#include "shown_text.h"

namespace rill::inline RILL_BUILD::os {

RILL_SELDOM_RUN RILL_CORE char* put_program_name(char* out, char* end) {
  char room[detail::longest_escape];
  for (text rest = program_name(); rest.size != 0;) {
    text const shown = detail::next_shown(rest, detail::shown_as::name, room);
    if (shown.size > static_cast<std::size_t>(end - out)) break;
    out = detail::copy_bytes(out, shown.data, shown.size);
  }
  return out;
}

RILL_SELDOM_RUN RILL_CORE void write_message(char const* thing,
                                             error_code error) {
  char buffer[error_text_size];
  char const* const reason =
      error.source == error_source::library
          ? output_problem_text(static_cast<library_problem>(error.number))
          : error_text(error, buffer, sizeof buffer);
  char const* const words[] = {": ", thing, ": ", reason, "\n"};
  char line[512];
  auto size =
      static_cast<std::size_t>(put_program_name(line, line + 200) - line);
  for (char const* word : words)
    while (*word && size != sizeof line) line[size++] = *word++;
  (void)write_all(standard_error_handle, line, size);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
