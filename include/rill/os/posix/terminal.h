// rill/os/posix/terminal.h: what a terminal is like.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/terminal_test.cpp,
// test/system/style_test.py.
#ifndef RILL_OS_POSIX_TERMINAL_H
#define RILL_OS_POSIX_TERMINAL_H

#include <stdlib.h>     // getenv
#include <string.h>     // strcmp
#include <sys/ioctl.h>  // ioctl, TIOCGWINSZ, winsize

#include "../terminal_terms.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

/// Returns true when escape sequences show as styles there: a terminal of
/// which TERM says what it is, and not that it is dumb.
[[gnu::cold]] inline bool shows_styles(native_handle handle) {
  if (!is_terminal(handle)) return false;
  char const* const kind = ::getenv("TERM");
  return kind && *kind && ::strcmp(kind, "dumb") != 0;
}

/// What the terminal says of its size; serial lines say 0.
inline terminal_answer size_of_terminal(native_handle handle) {
  winsize size{};
  if (::ioctl(handle, TIOCGWINSZ, &size) != 0) return {{}, last_error()};
  return {{size.ws_col, size.ws_row}, {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
