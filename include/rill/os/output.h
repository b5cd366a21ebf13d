// rill/os/output.h: the chooser of what printing needs of a system, apart from
// os.h because the rest of it costs 40 ms of compile time.
//
// Layer 3.
#ifndef RILL_OS_OUTPUT_H
#define RILL_OS_OUTPUT_H

#include "../base/config.h"

#if !RILL_HOSTED
#include "none/output.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/basic.h"
#include "posix/call.h"
#include "posix/output.h"
#include "posix/process.h"
#elif defined(_WIN32)
#include "win32/process.h"
#include "win32/call.h"
#include "win32/output.h"
#else
#error "rill: this system is not supported yet"
#endif

// The chooser of what is done when a thread is cancelled.

#if RILL_HOSTED
#if defined(__unix__) || defined(__APPLE__)
#include "posix/call.h"
#elif defined(_WIN32)
#include "win32/process.h"
#endif

#endif  // RILL_HOSTED

#endif
