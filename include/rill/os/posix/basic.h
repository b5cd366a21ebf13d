// rill/os/posix/basic.h: what needs no wrapper of another call: error texts,
// the program's name, and fork handlers.
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

// The system's sentence for an error number, and the errors that rill tells
// apart, or reports itself, above os/.
//
// Throws nothing.

namespace rill::inline RILL_BUILD::os {

/// Errors by what they say; entry.h adds those of folders.
namespace errors {
inline constexpr error_code missing{error_source::system, ENOENT};
inline constexpr error_code invalid_argument{error_source::system, EINVAL};
inline constexpr error_code unusable_handle{error_source::system, EBADF};
inline constexpr error_code interrupted{error_source::system, EINTR};
inline constexpr error_code broken_pipe{error_source::system, EPIPE};
}  // namespace errors

// strerror_r comes in two kinds: GNU returns the text, XSI an int and fills
// the buffer. The overload that fits is chosen.
inline char const* error_text_from(char const* text, char*) noexcept {
  return text;
}
inline char const* error_text_from(int failed, char* buffer) noexcept {
  return failed ? "unknown error" : buffer;
}

/// The room that error_text wants: the longest sentences of the GNU C library
/// have some 50 bytes, in other languages twice that.
inline constexpr unsigned long error_text_size = 128;

/// Returns the sentence for an errno; `buffer` may be used for it.
inline char const* error_text(int number, char* buffer,
                              unsigned long size) noexcept {
  return error_text_from(::strerror_r(number, buffer, size), buffer);
}

/// Returns the sentence for what the system or the C library reported.
inline char const* error_text(error_code code, char* buffer,
                              unsigned long size) noexcept {
  return error_text(code.number, buffer, size);
}

// A sentence in the buffer does not outlast it.
inline char const* constant_text_from(char const* text,
                                      char const* buffer) noexcept {
  return text == buffer ? nullptr : text;
}
inline char const* constant_text_from(int, char const*) noexcept {
  return nullptr;
}

/// Returns the sentence where it is one of the library's own constants, as in
/// the GNU C library; otherwise null.
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

// What the program runs when it forks.
//
// Throws nothing. Tests: test/system/.

#if !RILL_PROCESS_HOOKS

constexpr void around_each_fork(void (*)(), void (*)()) {}

#else

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

#endif  // RILL_PROCESS_HOOKS

}  // namespace rill::inline RILL_BUILD::os

#endif
