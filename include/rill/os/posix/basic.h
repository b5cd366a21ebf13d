// rill/os/posix/error_text.h: the system's sentence for an error number.
//
// Floor 3. Throws nothing. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_POSIX_ERROR_TEXT_H
#define RILL_OS_POSIX_ERROR_TEXT_H

#include <string.h>  // strerror_r

#include "../../base/error_code.h"

namespace rill::inline RILL_BUILD::os {

// strerror_r comes in two kinds: GNU returns the text, XSI an int and fills
// the buffer. The overload that fits is chosen.
inline char const* error_text_from(char const* text, char*) noexcept {
  return text;
}
inline char const* error_text_from(int failed, char* buffer) noexcept {
  return failed ? "unknown error" : buffer;
}

/// The room that error_text wants: the longest sentences of the GNU C library
/// have some 50 bytes, in other languages twice that.
inline constexpr unsigned long error_text_size = 128;

/// Returns the sentence for an errno; `buffer` may be used for it.
inline char const* error_text(int number, char* buffer,
                              unsigned long size) noexcept {
  return error_text_from(::strerror_r(number, buffer, size), buffer);
}

/// Returns the sentence for what the system or the C library reported.
inline char const* error_text(error_code code, char* buffer,
                              unsigned long size) noexcept {
  return error_text(code.number, buffer, size);
}

// A sentence in the buffer does not outlast it.
inline char const* constant_text_from(char const* text,
                                      char const* buffer) noexcept {
  return text == buffer ? nullptr : text;
}
inline char const* constant_text_from(int, char const*) noexcept {
  return nullptr;
}

/// Returns the sentence where it is one of the library's own constants, as in
/// the GNU C library; otherwise null.
inline char const* constant_error_text(error_code code) noexcept {
  char buffer[error_text_size];
  return constant_text_from(::strerror_r(code.number, buffer, sizeof buffer),
                            buffer);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
