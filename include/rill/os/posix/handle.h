// rill/os/posix/handle.h: what names an open file: a descriptor.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/device_test.cpp.
#ifndef RILL_OS_POSIX_HANDLE_H
#define RILL_OS_POSIX_HANDLE_H

#include "call.h"

namespace rill::inline RILL_BUILD::os {

using native_handle = int;
inline constexpr native_handle no_handle = -1;
inline constexpr native_handle standard_input_handle = 0;
inline constexpr native_handle standard_output_handle = 1;
inline constexpr native_handle standard_error_handle = 2;

/// Returns true when the descriptor is a terminal.
RILL_ALWAYS_INLINE bool is_terminal(native_handle handle) {
  int const before = errno;
  bool const answer = ::isatty(handle) != 0;
  errno = before;
  return answer;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
