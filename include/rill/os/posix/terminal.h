// rill/os/posix/terminal.h: how large a terminal is.
//
// Layer 3. Allocates nothing, throws nothing. Tests: test/os/terminal_test.cpp,
// test/system/style_test.py.
#ifndef RILL_OS_POSIX_TERMINAL_H
#define RILL_OS_POSIX_TERMINAL_H

#include <sys/ioctl.h>  // ioctl, TIOCGWINSZ, winsize

#include "../terminal_terms.h"
#include "call.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

/// What the terminal says of its size; serial lines say 0.
inline terminal_answer size_of_terminal(native_handle handle) {
  winsize size{};
  if (::ioctl(handle, TIOCGWINSZ, &size) != 0) return {{}, last_error()};
  return {{size.ws_col, size.ws_row}, {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
