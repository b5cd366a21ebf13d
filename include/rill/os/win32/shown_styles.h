// rill/os/win32/shown_styles.h: whether escape sequences show as styles.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/os/win32/terminal_test.cpp, under Wine.
#ifndef RILL_OS_WIN32_SHOWN_STYLES_H
#define RILL_OS_WIN32_SHOWN_STYLES_H

#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "handle.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_bool rill_SetConsoleMode(void*, windows_word) noexcept
    __asm__("SetConsoleMode");
}

/// Returns true when escape sequences show as styles there: a console that
/// has, or now gets, ENABLE_VIRTUAL_TERMINAL_PROCESSING. Consoles before
/// Windows 10 have no such mode. TERM is not a variable of Windows, but dumb
/// means there too what it means elsewhere.
[[gnu::cold]] inline bool shows_styles(native_handle handle) {
  constexpr windows_word processed_output = 1, virtual_terminal = 4;
  windows_word const before = rill_GetLastError();
  windows_word mode = 0;
  bool const answer = rill_GetConsoleMode(handle, &mode) != 0 &&
                      ((mode & virtual_terminal) != 0 ||
                       rill_SetConsoleMode(handle, mode | processed_output |
                                                       virtual_terminal) != 0);
  rill_SetLastError(before);
  char const* const kind = ::getenv("TERM");
  return answer && !(kind && ::strcmp(kind, "dumb") == 0);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
