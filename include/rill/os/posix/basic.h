// rill/os/posix/basic.h: error texts, the program's name, and fork handlers.
//
// Layer 3. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_POSIX_BASIC_H
#define RILL_OS_POSIX_BASIC_H

#include <errno.h>   // the error numbers
#include <stdlib.h>  // defines __GLIBC__ where that is the library
#include <string.h>  // strerror_r

#include "../../base/config.h"
#include "../../base/result.h"

#if defined(__linux__)
#include <errno.h>  // program_invocation_short_name
#else
#include <stdlib.h>  // getprogname
#endif

#if !defined(__GLIBC__)
#include <pthread.h>  // pthread_atfork
#endif

// The system's text for an error number, and the errors that rill handles or
// reports itself outside os/.
//
// Throws nothing.

namespace rill::inline RILL_BUILD::os {

/// Errors by meaning; entry.h adds those of folders.
namespace errors {
inline constexpr error_code missing{error_source::system, ENOENT};
inline constexpr error_code invalid_argument{error_source::system, EINVAL};
inline constexpr error_code unusable_handle{error_source::system, EBADF};
inline constexpr error_code interrupted{error_source::system, EINTR};
inline constexpr error_code broken_pipe{error_source::system, EPIPE};
}  // namespace errors

// strerror_r has two signatures: GNU returns the text, XSI returns an int and
// fills the buffer. Overload resolution selects the right one.
inline char const* error_text_from(char const* text, char*) noexcept {
  return text;
}
inline char const* error_text_from(int failed, char* buffer) noexcept {
  return failed ? "unknown error" : buffer;
}

/// The size of the buffer for error_text: the longest texts of glibc have about
/// 50 bytes, in other languages twice that.
inline constexpr unsigned long error_text_size = 128;

/// Returns the text of an errno; may store it in `buffer`.
inline char const* error_text(int number, char* buffer,
                              unsigned long size) noexcept {
  return error_text_from(::strerror_r(number, buffer, size), buffer);
}

/// Returns the text of an error that the system or the C library reported.
inline char const* error_text(error_code code, char* buffer,
                              unsigned long size) noexcept {
  return error_text(code.number, buffer, size);
}

// Returns null for a text in the buffer, which the text does not outlive.
inline char const* constant_text_from(char const* text,
                                      char const* buffer) noexcept {
  return text == buffer ? nullptr : text;
}
inline char const* constant_text_from(int, char const*) noexcept {
  return nullptr;
}

/// Returns the text if it is a constant of the library, as in glibc; otherwise
/// null.
inline char const* constant_error_text(error_code code) noexcept {
  char buffer[error_text_size];
  return constant_text_from(::strerror_r(code.number, buffer, sizeof buffer),
                            buffer);
}

// The name of the program.
//
// Throws nothing. Tests: test/system/.

/// The name under which the program was started, without its folder.
inline char const* program_name() {
#if defined(__linux__)
  return program_invocation_short_name;
#else
  return getprogname();
#endif
}

// Actions that the program runs when it forks.
//
// Throws nothing. Tests: test/system/.

#if !RILL_PROCESS_HOOKS

constexpr void around_each_fork(void (*)(), void (*)()) {}

#else

#if defined(__GLIBC__)
// The function that glibc's pthread_atfork calls. A weak reference does not
// link it into a static program; fork does. So a static program that does not
// fork is 3 KB smaller, together with the function of quick_exit (os/hooks.h).
extern "C" int rill_weak_register_atfork(void (*)(), void (*)(), void (*)(),
                                         void*) noexcept
    __asm__("__register_atfork") __attribute__((weak));
// The handle of the program or shared library that this code is linked into.
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

#endif  // RILL_PROCESS_HOOKS

}  // namespace rill::inline RILL_BUILD::os

#endif
