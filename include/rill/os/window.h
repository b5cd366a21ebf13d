// rill/os/window.h: the chooser of the system's own windows.
//
// Layer 3.
#ifndef RILL_OS_WINDOW_H
#define RILL_OS_WINDOW_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no windows"
#elif defined(_WIN32)
#include "win32/window.h"
#else
#include "posix/window.h"
#endif

#endif
