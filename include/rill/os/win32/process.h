// rill/os/win32/process.h: the program itself: its name, and what it runs
// when it ends.
//
// Floor 3. Throws nothing.
#ifndef RILL_OS_WIN32_PROCESS_H
#define RILL_OS_WIN32_PROCESS_H

#include <process.h>  // _exit
#include <stdio.h>    // fflush
#include <stdlib.h>   // abort, atexit

#include <exception>  // std::set_terminate

#include "call.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_word rill_GetModuleFileNameW(void*, wchar_t*, windows_word) noexcept
    __asm__("GetModuleFileNameW");
int rill_WideCharToMultiByte(unsigned, windows_word, wchar_t const*, int, char*,
                             int, char const*, windows_bool*) noexcept
    __asm__("WideCharToMultiByte");
}

// The name of the program's file in UTF-8, without folder and ending.
struct name_of_program {
  char bytes[260 * 3 + 1];

  name_of_program() noexcept {
    constexpr unsigned utf8 = 65001;
    wchar_t path[1024];
    windows_word size = rill_GetModuleFileNameW(nullptr, path, 1024);
    wchar_t const* name = path;
    for (windows_word i = 0; i != size; ++i)
      if (path[i] == L'\\') name = path + i + 1;
    if (size > 4 && path[size - 4] == L'.') size -= 4;
    int const units = static_cast<int>(path + size - name);
    int const count = units <= 0 ? 0
                                 : rill_WideCharToMultiByte(
                                       utf8, 0, name, units, bytes,
                                       sizeof bytes - 1, nullptr, nullptr);
    bytes[count] = '\0';
  }
};

/// The name of the program, without its folder and `.exe`.
inline char const* program_name() {
  static name_of_program const name;
  return name.bytes;
}

/// True in code of a shared library, which may be unloaded before the program
/// ends. Not known here: each of the two takes the safe side.
constexpr bool is_library() { return false; }
constexpr bool may_be_unloaded() { return true; }

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

namespace RILL_OF_THIS_MODULE before_exit {
inline void (*drain)() = nullptr;  // writes what buffers of rill's hold
}

/// Ends the program with a status after C's own streams and the native
/// standard ones are flushed, and without running anything registered for the
/// end once more.
[[noreturn]] RILL_OF_THIS_MODULE inline void exit_after_flush(int status) {
  if (before_exit::drain) before_exit::drain();
  (void)::fflush(nullptr);
  ::_exit(status);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
