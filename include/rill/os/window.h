// rill/os/window.h: the system's message boxes and text windows.
//
// Layer 3. Allocates nothing, throws nothing, except on Windows. A POSIX system
// has no windows of its own: helper programs show them if there is a display.
// Tests: test/window/box_test.cpp, test/os/win32/window_test.cpp.
#ifndef RILL_OS_WINDOW_H
#define RILL_OS_WINDOW_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no windows"
#elif defined(_WIN32)
#include "win32/window.h"
#else

#include <stdlib.h>     // getenv
#include <sys/ioctl.h>  // FIONREAD

#include "posix/call.h"
#include "process_types.h"

namespace rill::inline RILL_BUILD::os {

/// Returns true if programs that this one starts can open windows: always on
/// macOS, elsewhere if DISPLAY (X11) or WAYLAND_DISPLAY has a value.
inline bool has_display() noexcept {
#if defined(__APPLE__)
  return true;
#else
  char const* const x11 = ::getenv("DISPLAY");
  char const* const wayland = ::getenv("WAYLAND_DISPLAY");
  return (x11 && *x11) || (wayland && *wayland);
#endif
}

/// Returns how many bytes written to a pipe are unread, even if its reader is
/// closed; 0 if the system does not report it.
inline std::size_t unread_bytes(native_handle writer) noexcept {
  int count = 0;
  if (::ioctl(writer, FIONREAD, &count) != 0 || count < 0) return 0;
  return static_cast<std::size_t>(count);
}

/// Always false: shows nothing on this system.
constexpr bool show_message(window_message const&) noexcept { return false; }

/// A window of text lines, which this system cannot open.
class text_window {
 public:
  constexpr bool open(text, bool = true) noexcept { return false; }
  constexpr bool is_open() const noexcept { return false; }
  constexpr bool add(text) noexcept { return false; }
  constexpr void wait(unsigned long long) const noexcept {}
  constexpr void close() noexcept {}
};

}  // namespace rill::inline RILL_BUILD::os

#endif

#endif
