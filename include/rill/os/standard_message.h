// rill/os/standard_message.h: one line to standard error.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/system/.
#ifndef RILL_OS_STANDARD_MESSAGE_H
#define RILL_OS_STANDARD_MESSAGE_H

#include "../base/error_code.h"
#include "../base/text.h"
#include "output.h"
#include "shown_text.h"

namespace rill::inline RILL_BUILD::os {

// The name of the program as it is shown, without its end where that is long:
// whoever starts a program chooses it. Returns the end of what was written.
RILL_SELDOM_RUN inline char* put_program_name(char* out, char* end) {
  char room[detail::longest_escape];
  for (text rest = program_name(); rest.size != 0;) {
    text const shown = detail::next_shown(rest, detail::shown_as::name, room);
    if (shown.size > static_cast<std::size_t>(end - out)) break;
    out = detail::copy_bytes(out, shown.data, shown.size);
  }
  return out;
}

/// Writes `program: thing: reason` and a newline to descriptor 2, in one
/// call; at most 512 bytes of it, of them 200 for the program's name.
RILL_SELDOM_RUN inline void write_message(char const* thing, error_code error) {
  char buffer[error_text_size];
  char const* const reason = error.source == error_source::library
                                 ? "the device accepted no bytes"
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
