// rill/os/clock.h: the chooser of the system's clock, apart from os.h because
// few headers need it.
//
// Layer 3.
#ifndef RILL_OS_CLOCK_H
#define RILL_OS_CLOCK_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/clock.h"
#elif defined(_WIN32)
#include "win32/clock.h"
#endif

#endif
