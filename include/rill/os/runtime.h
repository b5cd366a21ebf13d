// rill/os/runtime.h: the chooser of what an error needs of the program's
// runtime: memory, and the program's end.
//
// Floor 3.
#ifndef RILL_OS_RUNTIME_H
#define RILL_OS_RUNTIME_H

#include "../base/config.h"

#if RILL_HOSTED
#include "libc/runtime.h"
#else
#include "none/runtime.h"
#endif

#endif
