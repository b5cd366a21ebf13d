// rill/os/mutex.h: the chooser of the system's lock, apart from os.h because
// few headers need it.
//
// Layer 3.
#ifndef RILL_OS_MUTEX_H
#define RILL_OS_MUTEX_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without threads: nothing here can be locked"
#elif defined(__linux__)
#include "linux/mutex.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/mutex.h"
#elif defined(_WIN32)
#include "win32/mutex.h"
#endif

#if defined(__linux__)
#include "linux/mutex.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/mutex.h"
#elif defined(_WIN32)
#include "win32/futex.h"
#endif

// The chooser of the system's way to sleep until another thread changes a
// word, apart from os.h because few headers need it.

#endif
