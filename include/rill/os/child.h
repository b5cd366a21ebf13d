// rill/os/child.h: the chooser of what is done with a process that was started.
//
// Floor 3.
#ifndef RILL_OS_CHILD_H
#define RILL_OS_CHILD_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/child.h"
#elif defined(_WIN32)
#include "win32/child.h"
#endif

#endif
