// rill/os/process.h: the chooser of the names of signals.
//
// Layer 3.
#ifndef RILL_OS_PROCESS_H
#define RILL_OS_PROCESS_H

#include "../base/config.h"

#if defined(__unix__) || defined(__APPLE__)
#include "posix/child.h"
#elif defined(_WIN32)
#include "win32/child.h"
#endif

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no processes"
#elif defined(_WIN32)
#include "win32/child.h"
#else
#include "posix/child.h"
#endif

// The chooser of what keeps a program alive that writes to a pipe which is not
// read any more.

// The chooser of what is done with a process that was started.

// The chooser of the system's pipes.

#endif
