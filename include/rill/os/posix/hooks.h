// rill/os/posix/hooks.h: what the program runs when it forks or ends, and its
// handler of std::terminate.
//
// Layer 3. Throws nothing. Tests: test/system/.
#ifndef RILL_OS_POSIX_HOOKS_H
#define RILL_OS_POSIX_HOOKS_H

#include <stdio.h>   // defines __GLIBC__ where that is the library
#include <stdlib.h>  // atexit, at_quick_exit
#if !defined(__GLIBC__)
#include "../quick_exit_list.h"
#endif

#include "../output.h"  // is_library
#include "basic.h"

namespace rill::inline RILL_BUILD::os {

#if defined(__GLIBC__)
// As rill_weak_register_atfork is for pthread_atfork.
extern "C" int rill_weak_at_quick_exit(void (*)(void*), void*) noexcept
    __asm__("__cxa_at_quick_exit") __attribute__((weak));
#endif

/// Runs `action` when exit is called or main returns, before what was
/// registered earlier.
RILL_OF_THIS_MODULE inline void at_exit(void (*action)()) {
  (void)::atexit(action);
}

/// Runs `action` when quick_exit is called.
RILL_OF_THIS_MODULE RILL_ALWAYS_INLINE void at_quick_exit(
    void (*action)(void*)) {
#if defined(__GLIBC__)
  if (rill_weak_at_quick_exit)
    (void)rill_weak_at_quick_exit(action, &rill_dso_handle);
#else
  static quick_exit_list list;
  if (list.add(action)) (void)::at_quick_exit([] { list.run(); });
#endif
}

// std::set_terminate of the C++ runtime (Itanium ABI name), if the program
// has it: a weak name, because a strong one would draw the machinery of
// exceptions into programs that have none (62 KB in a static one).
using terminate_action = void (*)();
extern "C" terminate_action rill_weak_set_terminate(terminate_action) noexcept
    __asm__("_ZSt13set_terminatePFvvE") __attribute__((weak));

// The handler that the library of GNU begins with.
extern "C" void rill_weak_verbose_terminate() __asm__(
    "_ZN9__gnu_cxx27__verbose_terminate_handlerEv") __attribute__((weak));

RILL_OF_THIS_MODULE inline bool has_terminate_handler() {
  return rill_weak_set_terminate != nullptr;
}

/// Sets the handler and returns the one before. Only where there is one.
RILL_OF_THIS_MODULE inline terminate_action exchange_terminate_handler(
    terminate_action handler) {
  return rill_weak_set_terminate(handler);
}

/// True for the handler that the runtime library begins with: the program has
/// set none. The library of LLVM takes a null pointer for it.
RILL_OF_THIS_MODULE inline bool is_usual_handler(terminate_action handler) {
  if (rill_weak_verbose_terminate)
    return handler == rill_weak_verbose_terminate;
  terminate_action const now = rill_weak_set_terminate(nullptr);
  return rill_weak_set_terminate(now) == handler;
}

#if RILL_COMPILED
// True after hooks_body.h has made the compiled library stay in the process.
RILL_STATE inline bool is_kept_loaded = false;
#else
inline constexpr bool is_kept_loaded = false;
#endif

/// False where this code may be unloaded before the program ends. The handler
/// of std::terminate is then not set: other handlers may call it, so that it
/// cannot be taken away again.
RILL_OF_THIS_MODULE inline bool stays_loaded() {
  return is_kept_loaded || !is_library();
}

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "hooks_body.h"
#endif

#endif
