// rill/os/win32/signal_name.h: Windows ends no process by a signal.
//
// Floor 3. Tests: test/process/exit_status_test.cpp.
#ifndef RILL_OS_WIN32_SIGNAL_NAME_H
#define RILL_OS_WIN32_SIGNAL_NAME_H

#include "../../base/text.h"

namespace rill::inline RILL_BUILD::os {

/// Returns no name.
constexpr text signal_name(int) noexcept { return {}; }

}  // namespace rill::inline RILL_BUILD::os

#endif
