// rill/os/libc/always_locked.h: the lock of a FILE, for the C libraries that
// do not tell whether a program has one thread.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/libc_test.cpp.
#ifndef RILL_OS_LIBC_ALWAYS_LOCKED_H
#define RILL_OS_LIBC_ALWAYS_LOCKED_H

#include <stdio.h>  // FILE

#include "../c_stream.h"

namespace rill::inline RILL_BUILD::libc {

/// Nobody tells.
inline bool is_single_threaded() { return false; }

inline FILE* held(FILE* stream) { return stream; }
inline FILE* lock(FILE* stream) {
  os::lock_stream(stream);
  return stream;
}
inline void unlock(FILE* locked) {
  if (!locked) return;
  os::unlock_stream(locked);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
