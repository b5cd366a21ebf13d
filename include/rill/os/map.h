// rill/os/map.h: the mappings of the system that the program is built for.
//
// Floor 3. Tests: test/os/file_map_test.cpp, test/os/mutable_map_test.cpp.
#ifndef RILL_OS_MAP_H
#define RILL_OS_MAP_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no mappings"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/map.h"
#if defined(__linux__)
#include "linux/map_resize.h"
#else
#include "posix/map_resize.h"
#endif
#elif defined(_WIN32)
#include "win32/map.h"
#include "win32/map_resize.h"
#else
#error "rill: this system is not supported yet"
#endif

#endif
