// rill/os/signal_name.h: the chooser of the names of signals.
//
// Floor 3.
#ifndef RILL_OS_SIGNAL_NAME_H
#define RILL_OS_SIGNAL_NAME_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no processes"
#elif defined(_WIN32)
#include "win32/signal_name.h"
#else
#include "posix/signal_name.h"
#endif

#endif
