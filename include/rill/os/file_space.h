// rill/os/file_space.h: the chooser of what is asked and told about the room
// that a file has on its disk.
//
// Floor 3.
#ifndef RILL_OS_FILE_SPACE_H
#define RILL_OS_FILE_SPACE_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/file_space.h"
#else
#include "none/file_space.h"
#endif

#endif
