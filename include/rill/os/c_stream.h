// rill/os/c_stream.h: the chooser of what a system adds to the C library's
// FILE.
//
// Floor 3.
#ifndef RILL_OS_C_STREAM_H
#define RILL_OS_C_STREAM_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/c_stream.h"
#elif defined(_WIN32)
#include "win32/c_stream.h"
#endif

#endif
