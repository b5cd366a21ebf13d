// rill/os/thread.h: which thread runs, a function to call when a thread ends,
// and a lock that polls.
//
// Layer 3. Allocates nothing, throws nothing. Includes no <pthread.h> on Linux,
// which has 1,000 lines. Tests: test/os/thread_test.cpp.
#ifndef RILL_OS_THREAD_H
#define RILL_OS_THREAD_H

#include "../base/config.h"

#if defined(_WIN32)
#include <stdint.h>  // uintptr_t
#elif !defined(__linux__) || defined(__BIONIC__)
#include <pthread.h>  // pthread_key_create
#endif

#include "c_stream.h"  // wait_a_millisecond

namespace rill::inline RILL_BUILD::os {

#if defined(_WIN32)
extern "C" {
windows_word rill_GetCurrentThreadId() noexcept __asm__("GetCurrentThreadId");
windows_word rill_FlsAlloc(void (*)(void*)) noexcept __asm__("FlsAlloc");
windows_bool rill_FlsSetValue(windows_word, void*) noexcept
    __asm__("FlsSetValue");
windows_bool rill_FlsFree(windows_word) noexcept __asm__("FlsFree");
}
#elif defined(__linux__) && !defined(__BIONIC__)
// Weak where glibc has them in libpthread, which the program may not link.
#define RILL_HAS_WEAK_KEYS 0
#define RILL_WEAK_IN_GLIBC
#if defined(__GLIBC__)
#if !__GLIBC_PREREQ(2, 34)
#undef RILL_HAS_WEAK_KEYS
#undef RILL_WEAK_IN_GLIBC
#define RILL_HAS_WEAK_KEYS 1
#define RILL_WEAK_IN_GLIBC __attribute__((weak))
#endif
#endif
extern "C" int rill_key_create(unsigned*, void (*)(void*)) noexcept
    __asm__("pthread_key_create") RILL_WEAK_IN_GLIBC;
extern "C" int rill_key_delete(unsigned) noexcept
    __asm__("pthread_key_delete") RILL_WEAK_IN_GLIBC;
extern "C" int rill_set_specific(unsigned, void const*) noexcept
    __asm__("pthread_setspecific") RILL_WEAK_IN_GLIBC;
#undef RILL_WEAK_IN_GLIBC
#endif

/// Identifies the calling thread. Never null; a thread that starts after
/// another has ended may get the same. The cost is an instruction on Linux.
RILL_ALWAYS_INLINE void const* this_thread() noexcept {
#if defined(_WIN32)
  return reinterpret_cast<void const*>(uintptr_t{rill_GetCurrentThreadId()});
#elif defined(__linux__) &&                                              \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || \
     defined(__riscv) || defined(__s390x__))
  return __builtin_thread_pointer();
#else
  return &errno;  // each thread has its own
#endif
}

/// Calls a function at the ends of threads. One thread at a time may use the
/// object.
class thread_end {
 public:
  /// The calling thread will call action(argument) when it ends, once. Does not
  /// apply to the end of the program. Returns false if the system cannot do it.
  /// `action` must be the same in each call.
  bool call(void (*action)(void*), void* argument) noexcept {
    if (!is_made_) is_made_ = make(action);
    return is_made_ && set(argument);
  }

  /// Threads that end later do not call the function: it may be unloaded.
  void forget() noexcept {
    if (!is_made_) return;
    is_made_ = false;
    remove();
  }

 private:
#if defined(_WIN32)
  bool make(void (*action)(void*)) noexcept {
    key_ = rill_FlsAlloc(action);
    return key_ != 0xFFFFFFFF;
  }
  bool set(void* argument) noexcept {
    return rill_FlsSetValue(key_, argument) != 0;
  }
  // FlsFree would call the function in this thread.
  void remove() noexcept {}
  windows_word key_ = 0;
#elif defined(__linux__) && !defined(__BIONIC__)
  bool make(void (*action)(void*)) noexcept {
#if RILL_HAS_WEAK_KEYS
    if (!rill_key_create || !rill_set_specific || !rill_key_delete)
      return false;
#endif
    return rill_key_create(&key_, action) == 0;
  }
  bool set(void* argument) noexcept {
    return rill_set_specific(key_, argument) == 0;
  }
  void remove() noexcept { (void)rill_key_delete(key_); }
  unsigned key_ = 0;
#else
  bool make(void (*action)(void*)) noexcept {
    return ::pthread_key_create(&key_, action) == 0;
  }
  bool set(void* argument) noexcept {
    return ::pthread_setspecific(key_, argument) == 0;
  }
  void remove() noexcept { (void)::pthread_key_delete(key_); }
  pthread_key_t key_{};
#endif
  bool is_made_ = false;
};

/// A lock for which threads rarely wait: a waiting thread looks once per
/// millisecond. Not recursive.
class polling_lock {
 public:
  constexpr polling_lock() noexcept = default;
  polling_lock(polling_lock const&) = delete;
  polling_lock& operator=(polling_lock const&) = delete;

  bool try_lock() noexcept {
    return __atomic_exchange_n(&is_held_, 1u, __ATOMIC_ACQUIRE) == 0;
  }
  void lock() noexcept {
    while (!try_lock()) wait_a_millisecond();
  }
  /// Also for a child of fork, in which no other thread holds the lock.
  void unlock() noexcept { __atomic_store_n(&is_held_, 0u, __ATOMIC_RELEASE); }

 private:
  unsigned is_held_ = 0;
};

}  // namespace rill::inline RILL_BUILD::os

#undef RILL_HAS_WEAK_KEYS

#endif
