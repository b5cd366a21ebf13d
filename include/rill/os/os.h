// rill/os/os.h: the only chooser of an operating system's folder.
//
// Layer 3. Each folder has the same file names with the same functions;
// linux/ holds only what differs from posix/.
#ifndef RILL_OS_OS_H
#define RILL_OS_OS_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no files"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"
#include "posix/basic.h"
#include "posix/output.h"
#include "posix/process.h"
#elif defined(_WIN32)
#include "win32/device.h"
#include "win32/process.h"
#include "win32/output.h"
#else
#error "rill: this system is not supported yet"
#endif

#endif
