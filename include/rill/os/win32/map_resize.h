// rill/os/win32/map_resize.h: a mapping of another size, by mapping anew.
//
// Floor 3. Throws nothing.
#ifndef RILL_OS_WIN32_MAP_RESIZE_H
#define RILL_OS_WIN32_MAP_RESIZE_H

#include "../map_anew.h"

namespace rill::inline RILL_BUILD::os {

using mapped_anew::resize_map;
using mapped_anew::resize_memory;

}  // namespace rill::inline RILL_BUILD::os

#endif
