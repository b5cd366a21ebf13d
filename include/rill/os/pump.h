// rill/os/pump.h: the chooser of how bytes move through several pipes at once.
//
// Floor 3.
#ifndef RILL_OS_PUMP_H
#define RILL_OS_PUMP_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/pump.h"
#elif defined(_WIN32)
#include "win32/pump.h"
#endif

#endif
