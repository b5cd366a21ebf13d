// rill/os/os.h: the only chooser of an operating system's folder.
//
// Floor 3. Each folder has the same file names with the same functions;
// linux/ holds only what differs from posix/.
#ifndef RILL_OS_OS_H
#define RILL_OS_OS_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"
#include "posix/error_text.h"
#include "posix/input.h"
#include "posix/map.h"
#include "posix/open.h"
#include "posix/output.h"
#include "posix/process.h"
#else
#error "rill: this system is not supported yet: rill/os has posix alone"
#endif

#endif
