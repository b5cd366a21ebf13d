// rill/os/spawn.h: the chooser of how a process is started.
//
// Layer 3. ThreadSanitizer takes the calls of a child in its parent's memory
// for those of a thread, and stops: with it, the C library starts the child.
#ifndef RILL_OS_SPAWN_H
#define RILL_OS_SPAWN_H

#include "../base/config.h"

#if defined(__linux__) && !RILL_THREAD_SANITIZER
#include "linux/spawn.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/spawn.h"
#elif defined(_WIN32)
#include "win32/spawn.h"
#endif

#if defined(__unix__) || defined(__APPLE__)
#include "posix/pump.h"
#elif defined(_WIN32)
#include "win32/pump.h"
#endif

// The chooser of how bytes move through several pipes at once.

#endif
