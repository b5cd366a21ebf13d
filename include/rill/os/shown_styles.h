// rill/os/shown_styles.h: the chooser of what tells whether a terminal shows
// styles, apart from terminal_calls.h because printing needs no more.
//
// Floor 3.
#ifndef RILL_OS_SHOWN_STYLES_H
#define RILL_OS_SHOWN_STYLES_H

#include "../base/config.h"

#if !RILL_HOSTED
#include "none/shown_styles.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/shown_styles.h"
#elif defined(_WIN32)
#include "win32/shown_styles.h"
#endif

#endif
