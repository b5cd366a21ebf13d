// rill/os/posix/fork_hooks.h: what the program runs when it forks.
//
// Floor 3. Throws nothing. Tests: test/system/.
#ifndef RILL_OS_POSIX_FORK_HOOKS_H
#define RILL_OS_POSIX_FORK_HOOKS_H

#include <stdlib.h>  // defines __GLIBC__ where that is the library
#if !defined(__GLIBC__)
#include <pthread.h>  // pthread_atfork
#endif

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

#if defined(__GLIBC__)
// What pthread_atfork is made of in the GNU C library, by a weak name: fork
// draws this function into a static program itself, so one that does not fork
// goes without (3 KB, with quick_exit's).
extern "C" int rill_weak_register_atfork(void (*)(), void (*)(), void (*)(),
                                         void*) noexcept
    __asm__("__register_atfork") __attribute__((weak));
// Of the program or shared library that this code is compiled into.
extern "C" void* rill_dso_handle __asm__("__dso_handle")
    __attribute__((visibility("hidden")));
#endif

/// Runs `before` in the parent just before every fork, and `in_child` in the
/// child just after it.
RILL_OF_THIS_MODULE RILL_ALWAYS_INLINE void around_each_fork(
    void (*before)(), void (*in_child)()) {
#if defined(__GLIBC__)
  if (rill_weak_register_atfork)
    (void)rill_weak_register_atfork(before, nullptr, in_child,
                                    &rill_dso_handle);
#else
  (void)pthread_atfork(before, nullptr, in_child);
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#endif
