// rill/os/win32/terminal.h: how large a console is.
//
// Layer 3. Allocates nothing, throws nothing. Tests: test/os/terminal_test.cpp,
// under Wine.
#ifndef RILL_OS_WIN32_TERMINAL_H
#define RILL_OS_WIN32_TERMINAL_H

#include "../terminal_terms.h"
#include "call.h"
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
windows_bool rill_GetConsoleScreenBufferInfo(void*, windows_screen*) noexcept
    __asm__("GetConsoleScreenBufferInfo");
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
