// rill/os/win32/hooks.h: what the program runs when it ends or does not catch
// an exception.
//
// Floor 3. Throws nothing. Tests: test/os/win32/, under Wine.
#ifndef RILL_OS_WIN32_HOOKS_H
#define RILL_OS_WIN32_HOOKS_H

#include <stdlib.h>  // abort, atexit, at_quick_exit

#include <exception>  // std::set_terminate

#include "process.h"

namespace rill::inline RILL_BUILD::os {

/// Runs `action` when exit is called or main returns, before what was
/// registered earlier.
inline void at_exit(void (*action)()) { (void)::atexit(action); }

/// Programs do not fork here.
inline void around_each_fork(void (*)(), void (*)()) {}

/// The older C library has no quick_exit.
inline void at_quick_exit([[maybe_unused]] void (*action)(void*)) {
#if defined(_UCRT)
  static void (*kept[4])(void*);
  static int count = 0;
  if (count == 4) return;
  kept[count] = action;
  if (count++ != 0) return;
  (void)::at_quick_exit([] {
    while (count != 0) kept[--count](nullptr);
  });
#endif
}

namespace terminate {
inline void (*ours)() = nullptr;
inline void (*report)() = nullptr;
inline void (*next)() = nullptr;
inline bool is_set = false;

// Whether the program has set no handler of its own before. The library of
// LLVM takes a null pointer for the handler that it begins with.
inline bool is_first() {
  if (!next) return true;
#if defined(__GLIBCXX__)
  return next == __gnu_cxx::__verbose_terminate_handler;
#else
  auto const now = std::set_terminate(nullptr);
  return std::set_terminate(now) == next;
#endif
}
[[noreturn]] inline void run() {
  if (ours) ours();
  if (report && is_first()) report();
  if (next) next();
  ::abort();
}
inline void set() {
  if (!__atomic_exchange_n(&is_set, true, __ATOMIC_ACQ_REL))
    next = std::set_terminate(run);
}
}  // namespace terminate

/// Runs `action` when std::terminate is called, before the handler that was
/// there.
inline void at_terminate(void (*action)()) {
  if (terminate::ours) return;
  terminate::ours = action;
  terminate::set();
}

/// Runs `action` after that, unless the program has a handler of its own: one
/// that it sets later is called instead of all this. It returns when the
/// exception is another's.
inline void at_uncaught(void (*action)()) {
  if (__atomic_load_n(&terminate::report, __ATOMIC_RELAXED)) return;
  __atomic_store_n(&terminate::report, action, __ATOMIC_RELAXED);
  terminate::set();
}

}  // namespace rill::inline RILL_BUILD::os

#endif
