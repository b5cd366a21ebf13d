// rill/os/temporary_place.h: the chooser of how temporary entries are made
// and go away.
//
// Floor 3.
#ifndef RILL_OS_TEMPORARY_PLACE_H
#define RILL_OS_TEMPORARY_PLACE_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/temporary_place.h"
#else
#include "none/temporary_place.h"
#endif

#endif
