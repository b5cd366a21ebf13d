// rill/os/terminal_calls.h: the chooser of what a system says of a terminal's
// size.
//
// Floor 3.
#ifndef RILL_OS_TERMINAL_CALLS_H
#define RILL_OS_TERMINAL_CALLS_H

#include "../base/config.h"

#if !RILL_HOSTED
#include "none/terminal.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/terminal.h"
#elif defined(_WIN32)
#include "win32/terminal.h"
#endif

#endif
