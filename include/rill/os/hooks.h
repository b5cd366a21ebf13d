// rill/os/hooks.h: the chooser of what the program runs when it forks or ends;
// and what it runs at std::terminate, which is the same on all systems.
//
// Layer 3. Throws nothing. Tests: test/system/uncaught_test.py,
// test/system/library_test.py.
#ifndef RILL_OS_HOOKS_H
#define RILL_OS_HOOKS_H

#include "../base/config.h"

#if !RILL_HOSTED || !RILL_PROCESS_HOOKS
#include "none/hooks.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/hooks.h"
#elif defined(_WIN32)
#include "win32/hooks.h"
#else
#error "rill: this system is not supported yet"
#endif

#if RILL_HOSTED && RILL_PROCESS_HOOKS
#include <stdlib.h>  // abort

namespace rill::inline RILL_BUILD::os {

namespace RILL_OF_THIS_MODULE terminate {
RILL_STATE inline terminate_action ours = nullptr;
RILL_STATE inline terminate_action report = nullptr;
RILL_STATE inline terminate_action next = nullptr;
RILL_STATE inline bool is_set = false;

[[noreturn]] inline void run() {
  if (ours) ours();
  if (report && (!next || is_usual_handler(next))) report();
  if (next) next();
  ::abort();
}
inline void set() {
  if (!has_terminate_handler() ||
      __atomic_exchange_n(&is_set, true, __ATOMIC_ACQ_REL))
    return;
  next = exchange_terminate_handler(run);
}
}  // namespace RILL_OF_THIS_MODULE terminate

/// Runs `action` when std::terminate is called, before the handler that was
/// there. Does nothing in a shared library that may be unloaded.
RILL_OF_THIS_MODULE RILL_ALWAYS_INLINE void at_terminate(void (*action)()) {
  if (terminate::ours || !stays_loaded()) return;
  terminate::ours = action;
  terminate::set();
}

/// Runs `action` after that, if the program has not set a terminate handler. A
/// handler set later replaces this one. `action` returns if the exception is
/// not a rill::error. Does nothing in a shared library that may be unloaded.
RILL_OF_THIS_MODULE RILL_COLD inline void at_uncaught(void (*action)()) {
  if (__atomic_load_n(&terminate::report, __ATOMIC_RELAXED) || !stays_loaded())
    return;
  __atomic_store_n(&terminate::report, action, __ATOMIC_RELAXED);
  terminate::set();
}

}  // namespace rill::inline RILL_BUILD::os
#endif

#endif
