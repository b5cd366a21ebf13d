// rill/os/output.h: the chooser of what printing needs of a system, apart
// from os.h because the rest of it costs 40 ms of compile time.
//
// Floor 3.
#ifndef RILL_OS_OUTPUT_H
#define RILL_OS_OUTPUT_H

#include "../base/config.h"

#if !RILL_HOSTED
#include "none/error_text.h"
#include "none/handle.h"
#include "none/output.h"
#include "none/process.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/error_text.h"
#include "posix/handle.h"
#include "posix/output.h"
#include "posix/process.h"
#elif defined(_WIN32)
#include "win32/error_text.h"
#include "win32/handle.h"
#include "win32/output.h"
#include "win32/process.h"
#else
#error "rill: this system is not supported yet"
#endif

#endif
