// rill/os/spawn.h: starts a process.
//
// Layer 3. Allocates with malloc; throws nothing. Tests:
// test/os/spawn_test.cpp, test/os/win32/spawn_test.cpp.
#ifndef RILL_OS_SPAWN_H
#define RILL_OS_SPAWN_H

#include "process.h"

#if defined(__linux__) && !RILL_THREAD_SANITIZER
#include "linux/spawn.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/spawn.h"
#elif defined(_WIN32)
#include "win32/spawn.h"
#endif

namespace rill::inline RILL_BUILD::os {

/// Starts a process by the system's fastest call.
///
/// With ThreadSanitizer calls posix_spawn: the child of spawn_by_clone runs in
/// its parent's memory, and the sanitizer takes its calls for those of a thread
/// and stops.
inline spawned spawn(spawn_request const& request) {
#if defined(__linux__) && !RILL_THREAD_SANITIZER
  return spawn_by_clone(request);
#elif defined(__unix__) || defined(__APPLE__)
  return spawn_by_posix(request);
#else
  return spawn_by_create_process(request);
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#endif
