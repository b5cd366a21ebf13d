// rill/os/libc/libc.h: the only chooser of a C library's folder.
//
// Floor 3. Each file has the same functions for the buffer of a FILE.
#ifndef RILL_OS_LIBC_LIBC_H
#define RILL_OS_LIBC_LIBC_H

#include <stdio.h>  // defines __GLIBC__ where that is the library

#include "../../base/config.h"

#if defined(__GLIBC__) && !RILL_PORTABLE_LIBC
#include "glibc.h"
#else
#include "portable.h"
#endif

#endif
