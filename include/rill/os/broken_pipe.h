// rill/os/broken_pipe.h: the chooser of what keeps a program alive that writes
// to a pipe which is not read any more.
//
// Floor 3.
#ifndef RILL_OS_BROKEN_PIPE_H
#define RILL_OS_BROKEN_PIPE_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/broken_pipe.h"
#elif defined(_WIN32)
#include "win32/broken_pipe.h"
#endif

#endif
