// rill/os/file_calls.h: the chooser of what is done with files beyond reading
// and writing: locks, room on the disk, reading into several places.
//
// Layer 3.
#ifndef RILL_OS_FILE_CALLS_H
#define RILL_OS_FILE_CALLS_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"
#include "posix/file_space.h"
#include "posix/read_parts.h"
#elif defined(_WIN32)
#include "win32/device.h"
#include "win32/file_space.h"
#include "win32/read_parts.h"
#endif

#endif
