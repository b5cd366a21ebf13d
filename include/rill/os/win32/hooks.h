// rill/os/win32/hooks.h: what the program runs when it ends, and its handler
// of std::terminate.
//
// Layer 3. Throws nothing. Tests: test/os/win32/, under Wine.
#ifndef RILL_OS_WIN32_HOOKS_H
#define RILL_OS_WIN32_HOOKS_H

#include <stdlib.h>  // atexit, at_quick_exit

#include <exception>  // std::set_terminate

#include "../quick_exit_list.h"

namespace rill::inline RILL_BUILD::os {

/// Runs `action` when exit is called or main returns, before what was
/// registered earlier.
inline void at_exit(void (*action)()) { (void)::atexit(action); }

/// Programs do not fork here.
inline void around_each_fork(void (*)(), void (*)()) {}

/// The older C library has no quick_exit.
inline void at_quick_exit([[maybe_unused]] void (*action)(void*)) {
#if defined(_UCRT)
  static quick_exit_list list;
  if (list.add(action)) (void)::at_quick_exit([] { list.run(); });
#endif
}

using terminate_action = void (*)();

constexpr bool has_terminate_handler() { return true; }

/// Sets the handler and returns the one before.
inline terminate_action exchange_terminate_handler(terminate_action handler) {
  return std::set_terminate(handler);
}

/// True for the handler that the runtime library begins with: the program has
/// set none. The library of LLVM takes a null pointer for it.
inline bool is_usual_handler(terminate_action handler) {
#if defined(__GLIBCXX__)
  return handler == __gnu_cxx::__verbose_terminate_handler;
#else
  auto const now = std::set_terminate(nullptr);
  return std::set_terminate(now) == handler;
#endif
}

/// Not known here: a DLL counts as a part of the program.
constexpr bool stays_loaded() { return true; }

}  // namespace rill::inline RILL_BUILD::os

#endif
