// rill/os/posix/cancel.h: what is done when a thread is cancelled
// (pthread_cancel, pthread_exit) in the middle of a call.
//
// Floor 3. Allocates nothing, throws nothing. The destructor of a local object
// would do the same and needs the runtime library of C++: 62 KB in a static
// program. This is what pthread_cleanup_push of C is made of in musl, and was
// in the GNU C library, which keeps the functions. Elsewhere nothing is done.
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

/// Until not_cancelled(action), `routine` is run with the argument when the
/// thread ends: after the functions that this one has called, before the
/// destructors of the caller's objects. Both calls are made by one function,
/// in the order of a stack, and no exception passes between them. A null
/// routine is none.
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
