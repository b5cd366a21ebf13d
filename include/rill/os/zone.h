// rill/os/zone.h: the chooser of the system's time zone, apart from os.h
// because few headers need it.
//
// Layer 3.
#ifndef RILL_OS_ZONE_H
#define RILL_OS_ZONE_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/zone.h"
#elif defined(_WIN32)
#include "win32/zone.h"
#else
#include "none/locale.h"
#endif

#endif
