// rill/os/none/zone.h: time where nobody knows of any zone but UTC.
//
// Floor 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_ZONE_H
#define RILL_OS_NONE_ZONE_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// As in os/posix/zone.h.
inline long long zone_offset(long long) noexcept { return 0; }

}  // namespace rill::inline RILL_BUILD::os

#endif
