// rill/os/posix/debug_output.h: messages for a developer, to syslog.
//
// Floor 3. Throws nothing. Linux asks the journal first:
// os/linux/debug_output.h. Tests: test/os/debug_output_test.cpp.
#ifndef RILL_OS_POSIX_DEBUG_OUTPUT_H
#define RILL_OS_POSIX_DEBUG_OUTPUT_H

#include "syslog.h"

namespace rill::inline RILL_BUILD::os {

/// Sends a message to the system's log. Returns false when no daemon took it.
inline bool send_debug_message(debug_message const& message) noexcept {
  return !send_to_syslog(log_socket_paths.syslog, message);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
