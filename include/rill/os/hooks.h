// rill/os/hooks.h: the chooser of what the program runs when it forks or ends.
//
// Floor 3.
#ifndef RILL_OS_HOOKS_H
#define RILL_OS_HOOKS_H

#include "../base/config.h"

#if !RILL_HOSTED || !RILL_PROCESS_HOOKS
#include "none/hooks.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/hooks.h"
#elif defined(_WIN32)
#include "win32/hooks.h"
#else
#error "rill: this system is not supported yet"
#endif

#endif
