// rill/os/hooks.h: actions to run at fork, at the program's end and at
// std::terminate.
//
// Layer 3. Throws nothing. Tests: test/system/uncaught_test.py,
// test/system/library_test.py, test/system/no_hooks_test.py; the tests for
// Windows run under Wine.
#ifndef RILL_OS_HOOKS_H
#define RILL_OS_HOOKS_H

#include "../base/atomic.h"

#if RILL_HOSTED && defined(_WIN32)
#include "win32/basic.h"  // around_each_fork
#elif RILL_HOSTED
#include "posix/basic.h"  // around_each_fork
#endif
#if RILL_HOSTED && RILL_PROCESS_HOOKS
#include <stdio.h>   // defines __GLIBC__ where that is the library
#include <stdlib.h>  // abort, atexit, at_quick_exit

#if defined(_WIN32)
#include <exception>  // std::set_terminate
#endif
#if !defined(__GLIBC__)
#include "quick_exit_list.h"
#endif
#include "output.h"  // is_library
#endif

namespace rill::inline RILL_BUILD::os {

#if RILL_HOSTED && RILL_PROCESS_HOOKS && defined(__linux__) && \
    defined(__PIC__) && !defined(__PIE__)
#define RILL_MAY_BE_UNLOADED 1
#else
#define RILL_MAY_BE_UNLOADED 0
#endif

#if RILL_MAY_BE_UNLOADED

// Distinguishes the end of the program from dlclose. Both run the atexit
// handlers and the [[gnu::destructor]] functions of a shared library, in
// different orders with glibc: exit runs the handlers of all modules first,
// dlclose runs the handlers of the library behind its functions. So the program
// ends if note_exit(), a handler, runs before begin(), such a function. Only
// libraries can be unloaded: in programs, also those of -fPIE, ends_program()
// is a constant.
namespace RILL_OF_THIS_MODULE unloading {
RILL_STATE inline bool is_watched = false;
RILL_STATE inline bool has_begun = false;  // dlclose or the last part of exit
RILL_STATE inline bool has_program_ended = false;

[[gnu::destructor]] RILL_COLD inline void begin() { has_begun = true; }
inline void note_exit() {
  if (!has_begun) has_program_ended = true;
}
}  // namespace RILL_OF_THIS_MODULE unloading

/// Called by handlers of quick_exit, which dlclose does not run.
RILL_OF_THIS_MODULE RILL_COLD inline void note_program_end() {
  unloading::has_program_ended = true;
}

/// Returns false in a shared library that is unloaded while the program goes
/// on. Called at the end of this module, and after watch_end().
RILL_OF_THIS_MODULE RILL_COLD inline bool ends_program() {
  return unloading::has_program_ended || !is_library();
}

/// Returns true when this library may be unloaded next: the C library has
/// forgotten its handlers, and a new one would outlive it.
RILL_OF_THIS_MODULE RILL_COLD inline bool refuses_handlers() {
  return unloading::has_begun && is_library();
}

#else

constexpr void note_program_end() {}
/// Always true, also where the system cannot tell.
constexpr bool ends_program() { return true; }
constexpr bool refuses_handlers() { return false; }

#endif

#if !RILL_HOSTED || !RILL_PROCESS_HOOKS

constexpr void at_exit(void (*)()) {}
constexpr void watch_end() {}
constexpr void at_quick_exit(void (*)(void*)) {}
constexpr void at_terminate(void (*)()) {}
constexpr void at_last_write(void (*)()) {}
/// Does nothing: the runtime library handles uncaught exceptions.
constexpr void at_uncaught(void (*)()) {}

#else

/// Runs `action` when exit is called or main returns, before what was
/// registered earlier.
RILL_OF_THIS_MODULE inline void at_exit(void (*action)()) {
  if (!refuses_handlers()) (void)::atexit(action);
}

/// Called when a stream or writer is first used, and at the first loss:
/// prepares ends_program(). Cost: a call of atexit in a shared library.
#if RILL_MAY_BE_UNLOADED
RILL_OF_THIS_MODULE RILL_COLD inline void watch_end() {
  if (is_library() &&
      !__atomic_exchange_n(&unloading::is_watched, true, __ATOMIC_RELAXED))
    at_exit(unloading::note_exit);
}
#else
constexpr void watch_end() {}
#endif

#if defined(__GLIBC__)
// Weak, so that a static program that does not call quick_exit does not get its
// code (see os/posix/basic.h).
extern "C" int rill_weak_at_quick_exit(void (*)(void*), void*) noexcept
    __asm__("__cxa_at_quick_exit") __attribute__((weak));
#endif

/// Runs `action` when quick_exit is called. Does nothing with the older C
/// library of Windows, which has no quick_exit.
RILL_OF_THIS_MODULE RILL_ALWAYS_INLINE void at_quick_exit(
    [[maybe_unused]] void (*action)(void*)) {
  if (refuses_handlers()) return;
#if defined(__GLIBC__)
  if (rill_weak_at_quick_exit)
    (void)rill_weak_at_quick_exit(action, &rill_dso_handle);
#elif !defined(_WIN32) || defined(_UCRT)
  static quick_exit_list list;
  if (list.add(action)) (void)::at_quick_exit([] { list.run(); });
#endif
}

using terminate_action = void (*)();

#if defined(_WIN32)

constexpr bool has_terminate_handler() { return true; }

/// Sets the std::terminate handler and returns the previous one.
inline terminate_action exchange_terminate_handler(terminate_action handler) {
  return std::set_terminate(handler);
}

/// The initial std::terminate handler of the runtime library; null if it has no
/// public name (libc++).
inline terminate_action named_usual_handler() {
#if defined(__GLIBCXX__)
  return __gnu_cxx::__verbose_terminate_handler;
#else
  return nullptr;
#endif
}

/// Always true: a DLL counts as a part of the program.
constexpr bool stays_loaded() { return true; }

#else

#if defined(__APPLE__)
// Mach-O allows no weak reference to a function that no library defines, and
// its names begin with an underscore. The C++ runtime is a shared library of
// every program there, so a strong reference costs no code.
extern "C" terminate_action rill_set_terminate(terminate_action) noexcept
    __asm__("__ZSt13set_terminatePFvvE");
constexpr bool has_terminate_handler() { return true; }
#else
// std::set_terminate of the C++ runtime (Itanium ABI name), if the program
// links it. Weak, because a strong reference would link the exception runtime
// into programs that do not use it (62 KB in a static one).
extern "C" terminate_action rill_set_terminate(terminate_action) noexcept
    __asm__("_ZSt13set_terminatePFvvE") __attribute__((weak));

// The initial handler of libstdc++.
extern "C" void rill_weak_verbose_terminate() __asm__(
    "_ZN9__gnu_cxx27__verbose_terminate_handlerEv") __attribute__((weak));

RILL_OF_THIS_MODULE inline bool has_terminate_handler() {
  return rill_set_terminate != nullptr;
}
#endif

/// Sets the std::terminate handler and returns the previous one. Requires that
/// the program links set_terminate.
RILL_OF_THIS_MODULE inline terminate_action exchange_terminate_handler(
    terminate_action handler) {
  return rill_set_terminate(handler);
}

/// The initial std::terminate handler of the runtime library; null if it has no
/// public name (libc++), and on macOS, whose own runtime is libc++.
RILL_OF_THIS_MODULE inline terminate_action named_usual_handler() {
#if defined(__APPLE__)
  return nullptr;
#else
  return rill_weak_verbose_terminate;
#endif
}

#if RILL_COMPILED
// True after hooks_body.h has pinned the compiled library in the process.
RILL_STATE inline bool is_kept_loaded = false;
#else
inline constexpr bool is_kept_loaded = false;
#endif

/// Returns false if this code may be unloaded before the program ends. The
/// std::terminate handler is then not set: other handlers may chain to it, so
/// it could not be removed safely.
RILL_OF_THIS_MODULE inline bool stays_loaded() {
  return is_kept_loaded || !is_library();
}

#endif

/// Returns true for the initial handler of the runtime library, which means
/// that the program has set none. libc++ uses a null pointer for it.
RILL_OF_THIS_MODULE inline bool is_usual_handler(terminate_action handler) {
  if (terminate_action const usual = named_usual_handler())
    return handler == usual;
  terminate_action const now = exchange_terminate_handler(nullptr);
  return exchange_terminate_handler(now) == handler;
}

namespace RILL_OF_THIS_MODULE terminate {
RILL_STATE inline constinit detail::atomic<terminate_action> ours = nullptr;
RILL_STATE inline constinit detail::atomic<terminate_action> report = nullptr;
RILL_STATE inline constinit detail::atomic<terminate_action> next = nullptr;
RILL_STATE inline constinit detail::atomic<bool> is_set = false;

[[noreturn]] inline void run() {
  before_exit::call(before_exit::finish);
  terminate_action const before = next;
  if (ours) ours();
  if (report && (!before || is_usual_handler(before))) report();
  if (before) before();
  ::abort();
}
inline void set() {
  if (!has_terminate_handler() || is_set.exchange(true)) return;
  next = exchange_terminate_handler(run);
}
}  // namespace RILL_OF_THIS_MODULE terminate

/// Runs `action` when std::terminate is called, before the previous handler.
/// Does nothing in a shared library that may be unloaded.
RILL_OF_THIS_MODULE RILL_ALWAYS_INLINE void at_terminate(void (*action)()) {
  if (terminate::ours || !stays_loaded()) return;
  terminate::ours = action;
  terminate::set();
}

/// Runs `action` when rill ends the program after an error, and when
/// std::terminate is called, before the action of at_terminate. Does the latter
/// not in a shared library that may be unloaded.
RILL_OF_THIS_MODULE RILL_COLD inline void at_last_write(void (*action)()) {
  before_exit::set(before_exit::finish, action);
  if (stays_loaded()) terminate::set();
}

/// Runs `action` when std::terminate is called, after the action of
/// at_terminate, if the program has not set a terminate handler. A handler set
/// later replaces both. `action` returns if the exception is not a rill::error.
/// Does nothing in a shared library that may be unloaded.
RILL_OF_THIS_MODULE RILL_COLD inline void at_uncaught(void (*action)()) {
  if (terminate::report || !stays_loaded()) return;
  terminate::report = action;
  terminate::set();
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "hooks_body.h"
#endif

#endif
