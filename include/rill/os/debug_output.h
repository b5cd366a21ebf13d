// rill/os/debug_output.h: the chooser of where messages for a developer go,
// beside standard error.
//
// Layer 3.
#ifndef RILL_OS_DEBUG_OUTPUT_H
#define RILL_OS_DEBUG_OUTPUT_H

#include "../base/config.h"

#if !RILL_HOSTED
#include "none/debug_output.h"
#elif defined(__linux__)
#include "linux/debug_output.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/debug_output.h"
#elif defined(_WIN32)
#include "win32/debug_output.h"
#endif

#endif
