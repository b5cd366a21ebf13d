// rill/os/win32/descriptor_wait.h: waits for descriptors, which Windows has
// for sockets alone, and they need a library that rill does not load.
//
// Layer 3. Allocates nothing, throws nothing. Tests:
// test/os/descriptor_wait_test.cpp.
#ifndef RILL_OS_WIN32_DESCRIPTOR_WAIT_H
#define RILL_OS_WIN32_DESCRIPTOR_WAIT_H

#include "device.h"  // rest

namespace rill::inline RILL_BUILD::os {

/// Returns false: this system cannot wait for a descriptor.
inline bool wait_for_descriptor(int, bool, bool) { return false; }

}  // namespace rill::inline RILL_BUILD::os

#endif
