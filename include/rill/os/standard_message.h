// rill/os/standard_message.h: one line to standard error.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/system/.
#ifndef RILL_OS_STANDARD_MESSAGE_H
#define RILL_OS_STANDARD_MESSAGE_H

#include "../base/error_code.h"
#include "../base/text.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

/// Writes `program: thing: reason` and a newline to descriptor 2, in one
/// call; at most 512 bytes of it.
RILL_SELDOM_RUN inline void write_message(char const* thing, error_code error) {
  char buffer[error_text_size];
  char const* const reason = error.source == error_source::library
                                 ? "the device accepted no bytes"
                                 : error_text(error, buffer, sizeof buffer);
  char const* const words[] = {program_name(), ": ", thing, ": ", reason, "\n"};
  char line[512];
  std::size_t size = 0;
  for (char const* word : words)
    while (*word && size != sizeof line) line[size++] = *word++;
  (void)write_all(standard_error_handle, line, size);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
