// rill/os/library.h: the chooser of the system's way to load shared libraries.
//
// Floor 3.
#ifndef RILL_OS_LIBRARY_H
#define RILL_OS_LIBRARY_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no libraries"
#elif defined(_WIN32)
#include "win32/library.h"
#else
#include "posix/library.h"
#endif

#endif
