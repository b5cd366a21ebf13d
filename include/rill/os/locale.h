// rill/os/locale.h: the chooser of what is known about locales, apart from
// os.h because few headers need it.
//
// Layer 3.
#ifndef RILL_OS_LOCALE_H
#define RILL_OS_LOCALE_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/locale.h"
#elif defined(_WIN32)
#include "win32/locale.h"
#else
#include "none/locale.h"
#endif

#endif
