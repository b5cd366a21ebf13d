// rill/os/posix/mutex.h: the lock of POSIX threads.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/stream/locked_test.cpp.
#ifndef RILL_OS_POSIX_MUTEX_H
#define RILL_OS_POSIX_MUTEX_H

#include <pthread.h>  // pthread_mutex_t

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// A lock that one thread holds at a time; not recursive.
class mutex {
 public:
  mutex() noexcept = default;
  mutex(mutex const&) = delete;
  mutex& operator=(mutex const&) = delete;
  ~mutex() { (void)pthread_mutex_destroy(&native_); }

  void lock() noexcept { (void)pthread_mutex_lock(&native_); }
  void unlock() noexcept { (void)pthread_mutex_unlock(&native_); }

 private:
  pthread_mutex_t native_ = PTHREAD_MUTEX_INITIALIZER;
};

}  // namespace rill::inline RILL_BUILD::os

#endif
