// rill/os/descriptor_wait.h: the chooser of the system's way to wait for one
// descriptor of another library, apart from os.h because few headers need it.
//
// Layer 3.
#ifndef RILL_OS_DESCRIPTOR_WAIT_H
#define RILL_OS_DESCRIPTOR_WAIT_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/descriptor_wait.h"
#elif defined(_WIN32)
#include "win32/descriptor_wait.h"
#endif

#endif
