// rill/os/kernel_copy.h: the chooser of the calls that copy inside the kernel,
// apart from os.h because copying alone needs their headers.
//
// Layer 3.
#ifndef RILL_OS_KERNEL_COPY_H
#define RILL_OS_KERNEL_COPY_H

#if defined(__linux__)
#include "linux/copy.h"
#else
#include "none/copy.h"
#endif

#endif
