// rill/os/win32/terminal.h: what a console is like.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/terminal_test.cpp,
// under Wine.
#ifndef RILL_OS_WIN32_TERMINAL_H
#define RILL_OS_WIN32_TERMINAL_H

#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "../terminal_terms.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

/// CONSOLE_SCREEN_BUFFER_INFO
struct windows_screen {
  short buffer_columns, buffer_rows;
  short cursor_column, cursor_row;
  unsigned short attributes;
  short window_left, window_top, window_right, window_bottom;
  short most_columns, most_rows;
};
static_assert(sizeof(windows_screen) == 22);

extern "C" {
windows_bool rill_SetConsoleMode(void*, windows_word) noexcept
    __asm__("SetConsoleMode");
windows_bool rill_GetConsoleScreenBufferInfo(void*, windows_screen*) noexcept
    __asm__("GetConsoleScreenBufferInfo");
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

/// The size of the window, which is a part of the console's buffer.
inline terminal_answer size_of_terminal(native_handle handle) {
  windows_screen screen{};
  if (!rill_GetConsoleScreenBufferInfo(handle, &screen))
    return {{}, last_error()};
  return {{screen.window_right - screen.window_left + 1,
           screen.window_bottom - screen.window_top + 1},
          {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
