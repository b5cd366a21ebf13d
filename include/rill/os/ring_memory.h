// rill/os/ring_memory.h: the chooser of the system's memory for rings, apart
// from os.h because few headers need it.
//
// Layer 3.
#ifndef RILL_OS_RING_MEMORY_H
#define RILL_OS_RING_MEMORY_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/ring_memory.h"
#elif defined(_WIN32)
#include "win32/ring_memory.h"
#endif

#endif
