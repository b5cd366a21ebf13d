// rill/os/window_terms.h: what a window of the system is asked to show.
//
// Floor 3. Values only. Tests: test/os/win32/window_test.cpp.
#ifndef RILL_OS_WINDOW_TERMS_H
#define RILL_OS_WINDOW_TERMS_H

#include "debug_terms.h"

namespace rill::inline RILL_BUILD::os {

/// A message that is shown until the user closes it, or the time is over. The
/// texts are well-formed UTF-8 without NUL.
struct window_message {
  text title;
  text bytes;
  debug_level level = debug_level::information;  ///< chooses the icon
  unsigned long long nanoseconds = ~0ull;        ///< ~0: no limit
};

}  // namespace rill::inline RILL_BUILD::os

#endif
