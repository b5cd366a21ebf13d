// rill/os/posix/shown_styles.h: whether escape sequences show as styles.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/stream/handle_styles_test.cpp, test/system/style_test.py.
#ifndef RILL_OS_POSIX_SHOWN_STYLES_H
#define RILL_OS_POSIX_SHOWN_STYLES_H

#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "handle.h"

namespace rill::inline RILL_BUILD::os {

/// Returns true when escape sequences show as styles there: a terminal of
/// which TERM says what it is, and not that it is dumb.
[[gnu::cold]] inline bool shows_styles(native_handle handle) {
  if (!is_terminal(handle)) return false;
  char const* const kind = ::getenv("TERM");
  return kind && *kind && ::strcmp(kind, "dumb") != 0;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
