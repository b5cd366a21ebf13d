// rill/os/none/debug_output.h: messages for a developer, where there is no
// system to take them.
//
// Layer 3. Tests: test/package/freestanding/.
#ifndef RILL_OS_NONE_DEBUG_OUTPUT_H
#define RILL_OS_NONE_DEBUG_OUTPUT_H

#include "../process_types.h"

namespace rill::inline RILL_BUILD::os {

/// Returns false: the message was not taken.
constexpr bool send_debug_message(debug_message const&) noexcept {
  return false;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
