// rill/os/none/shown_styles.h: where there is no system nothing is shown.
//
// Floor 3. Tests: test/package/freestanding/.
#ifndef RILL_OS_NONE_SHOWN_STYLES_H
#define RILL_OS_NONE_SHOWN_STYLES_H

#include "handle.h"

namespace rill::inline RILL_BUILD::os {

constexpr bool shows_styles(native_handle) { return false; }

}  // namespace rill::inline RILL_BUILD::os

#endif
