// rill/os/descriptor_wait.h: waits until a descriptor of another library can be
// read or written.
//
// Layer 3. Allocates nothing, throws nothing. On Windows only sockets can be
// waited for, with a library that rill does not load. Tests:
// test/os/descriptor_wait_test.cpp, test/os/win32/descriptor_wait_test.cpp.
#ifndef RILL_OS_DESCRIPTOR_WAIT_H
#define RILL_OS_DESCRIPTOR_WAIT_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"  // rest
#include "posix/output.h"  // wait_until_ready
#elif defined(_WIN32)
#include "win32/device.h"  // rest
#endif

namespace rill::inline RILL_BUILD::os {

/// Waits until the descriptor is ready in a requested direction, it fails, or a
/// signal arrives. Returns false at once where the system cannot wait for
/// descriptors (Windows). Requires descriptor >= 0.
inline bool wait_for_descriptor([[maybe_unused]] int descriptor,
                                [[maybe_unused]] bool to_read,
                                [[maybe_unused]] bool to_write) {
#if defined(__unix__) || defined(__APPLE__)
  wait_until_ready(descriptor, static_cast<short>((to_read ? POLLIN : 0) |
                                                  (to_write ? POLLOUT : 0)));
  return true;
#else
  return false;
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#endif
