// rill/os/environment.h: the chooser of the program's environment, apart from
// os.h because few headers need it.
//
// Layer 3.
#ifndef RILL_OS_ENVIRONMENT_H
#define RILL_OS_ENVIRONMENT_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no environment"
#elif defined(_WIN32)
#include "win32/program.h"
#else
#include "posix/environment.h"
#endif

#endif
