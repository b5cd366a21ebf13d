// rill/os/c_file_calls.h: the chooser of how a FILE is opened over a handle,
// and closed.
//
// Layer 3.
#ifndef RILL_OS_C_FILE_CALLS_H
#define RILL_OS_C_FILE_CALLS_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/c_file_calls.h"
#elif defined(_WIN32)
#include "win32/c_file_calls.h"
#endif

#endif
