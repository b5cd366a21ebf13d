// rill/os/none/handle.h: what names an open file where there are none.
//
// Floor 3. Tests: test/package/freestanding/.
#ifndef RILL_OS_NONE_HANDLE_H
#define RILL_OS_NONE_HANDLE_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

using native_handle = int;
inline constexpr native_handle no_handle = -1;
inline constexpr native_handle standard_error_handle = 2;

}  // namespace rill::inline RILL_BUILD::os

#endif
