// rill/os/mutex_body.h: the bodies of mutex.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_MUTEX_BODY_H
#define RILL_OS_MUTEX_BODY_H

#include "mutex.h"

#if defined(__linux__)

#include <linux/futex.h>  // FUTEX_WAIT_PRIVATE
#include <sys/syscall.h>  // SYS_futex
#include <unistd.h>       // syscall

namespace rill::inline RILL_BUILD::os {

RILL_CORE long futex(unsigned const& word, int operation,
                     unsigned value) noexcept {
#if defined(SYS_futex)
  return ::syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
#else
  return ::syscall(SYS_futex_time64, &word, operation, value, nullptr, nullptr,
                   0);
#endif
}

RILL_CORE void wait_while(unsigned const& word, unsigned value) noexcept {
  (void)futex(word, FUTEX_WAIT_PRIVATE, value);
}

RILL_CORE void wake(unsigned const& word) noexcept {
  (void)futex(word, FUTEX_WAKE_PRIVATE, 1);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

#endif
