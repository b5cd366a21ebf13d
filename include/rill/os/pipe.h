// rill/os/pipe.h: the chooser of the system's pipes.
//
// Floor 3.
#ifndef RILL_OS_PIPE_H
#define RILL_OS_PIPE_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/pipe.h"
#elif defined(_WIN32)
#include "win32/pipe.h"
#endif

#endif
