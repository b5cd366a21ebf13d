// rill/os/spawn.h: the chooser of how a process is started.
//
// Floor 3.
#ifndef RILL_OS_SPAWN_H
#define RILL_OS_SPAWN_H

#if defined(__linux__)
#include "linux/spawn.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/spawn.h"
#elif defined(_WIN32)
#include "win32/spawn.h"
#endif

#endif
