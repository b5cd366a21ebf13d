// rill/os/replacing.h: the chooser of how a file is replaced in one step.
//
// Layer 3.
#ifndef RILL_OS_REPLACING_H
#define RILL_OS_REPLACING_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/replacing.h"
#else
#include "none/replacing.h"
#endif

#endif
