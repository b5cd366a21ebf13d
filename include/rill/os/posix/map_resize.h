// rill/os/posix/map_resize.h: a mapping of another size, where the system has
// no call for that.
//
// Floor 3. Throws nothing. Tests: test/os/map_test.cpp.
#ifndef RILL_OS_POSIX_MAP_RESIZE_H
#define RILL_OS_POSIX_MAP_RESIZE_H

#include "../map_anew.h"

namespace rill::inline RILL_BUILD::os {

#if !defined(MREMAP_MAYMOVE)
using mapped_anew::resize_map;
using mapped_anew::resize_memory;
#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
