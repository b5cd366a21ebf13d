// rill/os/win32/handle.h: what names an open file: a HANDLE.
//
// Floor 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_WIN32_HANDLE_H
#define RILL_OS_WIN32_HANDLE_H

#include "call.h"

namespace rill::inline RILL_BUILD::os {

using native_handle = void*;

/// Null is no handle of anything. INVALID_HANDLE_VALUE, with which some
/// functions say that they failed, is a name of the program's own process to
/// others, and no constant expression.
inline constexpr native_handle no_handle = nullptr;

/// A standard stream. The program may replace its handle (SetStdHandle), so
/// it is asked for when it is used.
struct standard_handle {
  windows_word which;
  operator native_handle() const noexcept {
    return call.get_standard_handle(which);
  }
};
inline constexpr standard_handle standard_input_handle{
    static_cast<windows_word>(-10)};
inline constexpr standard_handle standard_output_handle{
    static_cast<windows_word>(-11)};
inline constexpr standard_handle standard_error_handle{
    static_cast<windows_word>(-12)};

/// Returns true when the handle is a console.
inline bool is_terminal(native_handle handle) {
  windows_word const before = rill_GetLastError();
  windows_word mode = 0;
  bool const answer = rill_GetConsoleMode(handle, &mode) != 0;
  rill_SetLastError(before);
  return answer;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
