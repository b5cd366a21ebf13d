// rill/os/none/error_text.h: the sentence for an error number that nobody
// here knows.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/package/freestanding/.
#ifndef RILL_OS_NONE_ERROR_TEXT_H
#define RILL_OS_NONE_ERROR_TEXT_H

#include "../../base/error_code.h"

namespace rill::inline RILL_BUILD::os {

/// The room that error_text wants.
inline constexpr unsigned long error_text_size = 128;

/// Returns `error` and the number, made in `buffer`.
constexpr char const* error_text(error_code code, char* buffer,
                                 unsigned long size) noexcept {
  char* at = buffer + size;
  *--at = '\0';
  unsigned number = static_cast<unsigned>(code.number);
  if (code.number < 0) number = 0 - number;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  if (code.number < 0) *--at = '-';
  constexpr char word[] = "error ";
  for (int i = 6; i != 0; --i) *--at = word[i - 1];
  return at;
}

/// There are no sentences that last.
constexpr char const* constant_error_text(error_code) noexcept {
  return nullptr;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
