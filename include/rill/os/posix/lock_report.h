// rill/os/posix/lock_report.h: telling the detector of data races about locks
// that it does not know by itself.
//
// Floor 3. Tests: test/stream/locked_test.cpp, with -fsanitize=thread.
#ifndef RILL_OS_POSIX_LOCK_REPORT_H
#define RILL_OS_POSIX_LOCK_REPORT_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

#if RILL_THREAD_SANITIZER
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

/// Tells the detector of data races, where one is built in, that a lock was
/// taken or is given back. It knows those of threads, but not that of a FILE.
inline void tell_taken([[maybe_unused]] void* lock) {
#if RILL_THREAD_SANITIZER
  __tsan_acquire(lock);
#endif
}
inline void tell_given([[maybe_unused]] void* lock) {
#if RILL_THREAD_SANITIZER
  __tsan_release(lock);
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#endif
