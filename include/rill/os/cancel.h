// rill/os/cancel.h: the chooser of what is done when a thread is cancelled.
//
// Floor 3.
#ifndef RILL_OS_CANCEL_H
#define RILL_OS_CANCEL_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/cancel.h"
#elif defined(_WIN32)
#include "win32/cancel.h"
#endif

#endif
