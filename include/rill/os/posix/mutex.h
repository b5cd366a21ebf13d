// rill/os/posix/mutex.h: a recursive lock by POSIX threads.
//
// Layer 3. Allocates nothing, throws nothing. Linux has a faster lock
// (os/mutex.h); the tests run this one there too. Tests:
// test/os/mutex_test.cpp, test/os/futex_test.cpp.
#ifndef RILL_OS_POSIX_MUTEX_H
#define RILL_OS_POSIX_MUTEX_H

#include <pthread.h>  // pthread_mutex_t
#include <sched.h>    // sched_yield
#include <time.h>     // nanosleep

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// Lets other threads run.
inline void yield() noexcept { (void)::sched_yield(); }

/// A lock that one thread holds at a time and may take again: a hook that
/// prints to the sink being printed to must not deadlock.
class mutex {
 public:
  mutex() noexcept {
    pthread_mutexattr_t kind;
    (void)pthread_mutexattr_init(&kind);
    (void)pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    (void)pthread_mutex_init(&native_, &kind);
    (void)pthread_mutexattr_destroy(&kind);
  }
  mutex(mutex const&) = delete;
  mutex& operator=(mutex const&) = delete;
  ~mutex() { (void)pthread_mutex_destroy(&native_); }

  void lock() noexcept { (void)pthread_mutex_lock(&native_); }
  void unlock() noexcept { (void)pthread_mutex_unlock(&native_); }

 private:
  pthread_mutex_t native_;
};

// Waits until another thread changes an unsigned, on systems without a futex.
//
// Throws nothing. Polls twenty thousand times a second.

/// Waits while the unsigned equals `value`. May return early.
inline void wait_while(unsigned const& word, unsigned value) noexcept {
  if (__atomic_load_n(&word, __ATOMIC_SEQ_CST) != value) return;
  timespec const pause{0, 50'000};
  (void)::nanosleep(&pause, nullptr);
}

/// Does nothing: the waiting threads poll.
inline void wake(unsigned const&) noexcept {}

}  // namespace rill::inline RILL_BUILD::os

#endif
