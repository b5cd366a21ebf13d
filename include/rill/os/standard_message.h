// rill/os/standard_message.h: one line to standard error, and the settings
// that a user's environment has for standard output.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/system/.
#ifndef RILL_OS_STANDARD_MESSAGE_H
#define RILL_OS_STANDARD_MESSAGE_H

#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "../base/error_code.h"
#include "../base/text.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

/// Writes `program: thing: reason` and a newline to descriptor 2, in one
/// call; at most 512 bytes of it.
[[gnu::cold]] inline void write_message(char const* thing, error_code error) {
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

enum class buffer_mode : unsigned char { unset, line, block, none };

/// How a stream is to be buffered; `size` in bytes, 0 when not said.
struct buffering {
  buffer_mode mode = buffer_mode::unset;
  std::size_t size = 0;
};

/// Reads line, block, none or a size in bytes from an environment variable;
/// anything else counts as not set.
inline buffering wanted_buffering(char const* variable) {
  char const* const value = ::getenv(variable);
  if (!value) return {};
  if (::strcmp(value, "line") == 0) return {buffer_mode::line, 0};
  if (::strcmp(value, "block") == 0) return {buffer_mode::block, 0};
  if (::strcmp(value, "none") == 0) return {buffer_mode::none, 0};
  unsigned long long size = 0;
  for (char const* at = value; *at; ++at) {
    if (*at < '0' || *at > '9' || size > (1ull << 40)) return {};
    size = size * 10 + static_cast<unsigned>(*at - '0');
  }
  constexpr std::size_t most = ~std::size_t{0} / 2;  // no object is larger
  if (size == 0 || size > most) return {};
  return {buffer_mode::block, static_cast<std::size_t>(size)};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
