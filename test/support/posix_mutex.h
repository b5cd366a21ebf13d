// test/support/posix_mutex.h: the mutex that uses POSIX threads alone, under
// other names, so that a test can use it beside the system's own.
#ifndef RILL_TEST_POSIX_MUTEX_H
#define RILL_TEST_POSIX_MUTEX_H

#include <rill/os/mutex.h>
#if defined(__linux__)
#define mutex mutex_of_threads
#define wait_while wait_by_looking
#define wake wake_by_looking
#define yield yield_by_looking
#include <rill/os/posix/mutex.h>
#undef mutex
#undef wait_while
#undef wake
#undef yield
using mutex_of_threads = rill::os::mutex_of_threads;
using rill::os::wait_by_looking;
using rill::os::wake_by_looking;
#else
using mutex_of_threads = rill::os::mutex;
inline void wait_by_looking(unsigned const& word, unsigned value) noexcept {
  rill::os::wait_while(word, value);
}
inline void wake_by_looking(unsigned const& word) noexcept {
  rill::os::wake(word);
}
#endif

#endif
