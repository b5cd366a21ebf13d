// rill/os/program.h: the chooser of what a system tells a program about
// itself, apart from os.h because few headers need it.
//
// Layer 3.
#ifndef RILL_OS_PROGRAM_H
#define RILL_OS_PROGRAM_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system, which could start it"
#elif defined(__linux__)
#include "linux/program.h"
#elif defined(_WIN32)
#include "win32/program.h"
#else
#include "posix/program.h"
#endif

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no libraries"
#elif defined(_WIN32)
#include "win32/program.h"
#else
#include "posix/library.h"
#endif

// The chooser of the system's way to load shared libraries.

#endif
