// rill/os/win32/cancel.h: what is done when a thread is cancelled: Windows
// ends threads without running anything in them.
//
// Floor 3. Throws nothing.
#ifndef RILL_OS_WIN32_CANCEL_H
#define RILL_OS_WIN32_CANCEL_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

struct cancel_action {};
constexpr void if_cancelled(cancel_action&, void (*)(void*), void*) {}
constexpr void not_cancelled(cancel_action&) {}

}  // namespace rill::inline RILL_BUILD::os

#endif
