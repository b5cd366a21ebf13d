// rill/os/win32/window.h: the windows of the system.
//
// Floor 3. Throws nothing. Tests: test/os/win32/window_test.cpp.
#ifndef RILL_OS_WIN32_WINDOW_H
#define RILL_OS_WIN32_WINDOW_H

#include "message_box.h"
#include "text_window.h"

namespace rill::inline RILL_BUILD::os {

/// Returns false: no helper programs are started to open windows.
constexpr bool has_display() noexcept { return false; }

/// Returns 0: it is asked of the pipes of helper programs alone.
constexpr std::size_t unread_bytes(native_handle) noexcept { return 0; }

}  // namespace rill::inline RILL_BUILD::os

#endif
