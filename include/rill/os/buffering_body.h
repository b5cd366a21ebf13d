// rill/os/buffering_body.h: the bodies of buffering.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_BUFFERING_BODY_H
#define RILL_OS_BUFFERING_BODY_H

#include <string.h>  // strcmp

#include "buffering.h"

namespace rill::inline RILL_BUILD::os {

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE bool is_word(char const* value,
                                                         char const* word,
                                                         char letter) {
  return ::strcmp(value, word) == 0 || (*value == letter && value[1] == '\0');
}

RILL_SELDOM_RUN RILL_CORE buffering buffering_of(char const* value) {
  if (!value) return {};
  if (is_word(value, "line", 'L')) return {buffer_mode::line, 0};
  if (is_word(value, "block", 'B')) return {buffer_mode::block, 0};
  if (is_word(value, "none", '0')) return {buffer_mode::none, 0};
  std::size_t const size = wanted_size(value);
  if (size == 0) return {};
  return {buffer_mode::block, size};
}

RILL_SELDOM_RUN RILL_CORE buffering wanted_buffering(char const* variable,
                                                     char const* of_stdbuf) {
  buffering const own = buffering_of(::getenv(variable));
  return own.mode != buffer_mode::unset ? own
                                        : buffering_of(::getenv(of_stdbuf));
}

}  // namespace rill::inline RILL_BUILD::os

#endif
