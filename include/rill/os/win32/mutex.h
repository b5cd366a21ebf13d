// rill/os/win32/mutex.h: a slim lock of Windows, which one thread may take
// more than once.
//
// Layer 3. Allocates nothing, throws nothing. Tests:
// test/stream/locked_test.cpp.
#ifndef RILL_OS_WIN32_MUTEX_H
#define RILL_OS_WIN32_MUTEX_H

#include "call.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
void rill_AcquireSRWLockExclusive(void**) noexcept
    __asm__("AcquireSRWLockExclusive");
void rill_ReleaseSRWLockExclusive(void**) noexcept
    __asm__("ReleaseSRWLockExclusive");
windows_word rill_GetCurrentThreadId() noexcept __asm__("GetCurrentThreadId");
}

/// A lock that one thread holds at a time, and may take again: a hook that
/// prints to the sink that it is printed to must not wait for itself.
class mutex {
 public:
  mutex() noexcept = default;
  mutex(mutex const&) = delete;
  mutex& operator=(mutex const&) = delete;

  void lock() noexcept {
    // Only this thread ever stores its own number there.
    windows_word const self = rill_GetCurrentThreadId();
    if (__atomic_load_n(&owner_, __ATOMIC_RELAXED) != self) {
      rill_AcquireSRWLockExclusive(&native_);
      __atomic_store_n(&owner_, self, __ATOMIC_RELAXED);
    }
    ++depth_;
  }
  void unlock() noexcept {
    if (--depth_ != 0) return;
    __atomic_store_n(&owner_, 0, __ATOMIC_RELAXED);
    rill_ReleaseSRWLockExclusive(&native_);
  }

 private:
  void* native_ = nullptr;  // SRWLOCK_INIT
  windows_word owner_ = 0;  // no thread has the number 0
  unsigned depth_ = 0;
};

}  // namespace rill::inline RILL_BUILD::os

#endif
