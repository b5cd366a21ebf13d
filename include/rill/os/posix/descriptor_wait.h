// rill/os/posix/descriptor_wait.h: waits until a descriptor can be read or
// written.
//
// Layer 3. Allocates nothing, throws nothing. Tests:
// test/os/descriptor_wait_test.cpp.
#ifndef RILL_OS_POSIX_DESCRIPTOR_WAIT_H
#define RILL_OS_POSIX_DESCRIPTOR_WAIT_H

#include "device.h"  // rest
#include "output.h"  // wait_until_ready

namespace rill::inline RILL_BUILD::os {

/// Waits until the descriptor is ready in one of the directions that are asked
/// for, or has failed, or a signal arrives. Returns false where this system
/// cannot wait: here never. Requires descriptor >= 0.
inline bool wait_for_descriptor(int descriptor, bool to_read, bool to_write) {
  wait_until_ready(descriptor, static_cast<short>((to_read ? POLLIN : 0) |
                                                  (to_write ? POLLOUT : 0)));
  return true;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
