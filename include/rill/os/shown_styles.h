// rill/os/shown_styles.h: the chooser of what tells whether a terminal shows
// styles, apart from terminal.h because printing needs no more.
//
// Layer 3.
#ifndef RILL_OS_SHOWN_STYLES_H
#define RILL_OS_SHOWN_STYLES_H

#include "../base/config.h"

#if defined(__unix__) || defined(__APPLE__)
#include "posix/c_stream.h"
#elif defined(_WIN32)
#include "win32/c_stream.h"
#endif

#if !RILL_HOSTED
#include "none/output.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/c_stream.h"
#elif defined(_WIN32)
#include "win32/c_stream.h"
#endif

// The chooser of what a system adds to the C library's FILE.

#endif
