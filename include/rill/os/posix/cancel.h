// rill/os/posix/cancel.h: what is done when a thread is cancelled
// (pthread_cancel, pthread_exit) in the middle of a call.
//
// Floor 3. Allocates nothing, throws nothing. A local object's destructor would
// do the same but needs the C++ runtime library: 62 KB in a static program.
// musl builds pthread_cleanup_push on the functions used here; so did the GNU
// C library, which still has them. With other libraries this does nothing.
// Tests: test/system/cancel_test.py.
#ifndef RILL_OS_POSIX_CANCEL_H
#define RILL_OS_POSIX_CANCEL_H

#include <stdio.h>  // defines __GLIBC__ where that is the library

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

// struct _pthread_cleanup_buffer of glibc. The one of musl is smaller: it has
// no `type`.
struct cancel_action {
  void (*routine)(void*);
  void* argument;
  int type;
  cancel_action* before;
};

#if defined(__linux__) && !defined(__BIONIC__)
// Weak, because before 2.34 glibc has them in its library of threads; musl
// has them in every program that asks for them.
#if defined(__GLIBC__)
#define RILL_WEAK_IN_GLIBC __attribute__((weak))
#else
#define RILL_WEAK_IN_GLIBC
#endif
extern "C" void rill_cleanup_push(cancel_action*, void (*)(void*),
                                  void*) noexcept
    __asm__("_pthread_cleanup_push") RILL_WEAK_IN_GLIBC;
extern "C" void rill_cleanup_pop(cancel_action*, int) noexcept
    __asm__("_pthread_cleanup_pop") RILL_WEAK_IN_GLIBC;
#undef RILL_WEAK_IN_GLIBC

/// Until not_cancelled(action), a thread that ends runs `routine` with the
/// argument: after the functions below are unwound, before the destructors of
/// the caller's objects. One function makes both calls, nested like a stack,
/// and no exception passes between them. A null routine registers nothing.
RILL_ALWAYS_INLINE void if_cancelled(cancel_action& action,
                                     void (*routine)(void*), void* argument) {
#if defined(__GLIBC__)
  if (!rill_cleanup_push) routine = nullptr;
#endif
  action.routine = routine;
  if (routine) rill_cleanup_push(&action, routine, argument);
}

RILL_ALWAYS_INLINE void not_cancelled(cancel_action& action) {
  if (action.routine) rill_cleanup_pop(&action, 0);
}
#else
inline void if_cancelled(cancel_action&, void (*)(void*), void*) {}
inline void not_cancelled(cancel_action&) {}
#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
