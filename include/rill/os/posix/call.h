// rill/os/posix/call.h: replaceable system calls, handles, and thread
// cancellation.
//
// Layer 3. Tests: test/os/device_test.cpp, test/system/cancel_test.py.
#ifndef RILL_OS_POSIX_CALL_H
#define RILL_OS_POSIX_CALL_H

#include <errno.h>    // errno and the error numbers
#include <poll.h>     // poll
#include <stdio.h>    // defines __GLIBC__ where that is the library
#include <sys/uio.h>  // readv, writev, iovec
#include <unistd.h>   // read, write, close, lseek, …

#include "../../base/config.h"

#if RILL_WATCHED
#include "watched_call.h"
#endif

// All system calls go through these functions.
//
// Each only makes its call. With RILL_FAULTS=1 the calls go through pointers
// that a test replaces, to make them fail, be short or be interrupted
// (test/os/device_test.cpp); with RILL_TRACING=1 or RILL_USDT=1 those that move
// bytes are measured (watched_call.h).

namespace rill::inline RILL_BUILD::os {

static_assert(sizeof(off_t) == 8,
              "rill needs 64-bit file offsets: compile with "
              "-D_FILE_OFFSET_BITS=64");

#if RILL_WATCHED
namespace moving = watched;
#else
namespace moving {
using ::read;
using ::readv;
using ::write;
using ::writev;
}  // namespace moving
#endif

/// The system calls that a test can replace: those that move bytes on
/// descriptors. device.h has the others, whose headers printing does not need.
struct system_calls {
  ssize_t (*read)(int, void*, size_t) = moving::read;
  ssize_t (*write)(int, void const*, size_t) = moving::write;
  ssize_t (*readv)(int, iovec const*, int) = moving::readv;
  ssize_t (*writev)(int, iovec const*, int) = moving::writev;
  ssize_t (*pread)(int, void*, size_t, off_t) = ::pread;
  ssize_t (*pwrite)(int, void const*, size_t, off_t) = ::pwrite;
  off_t (*lseek)(int, off_t, int) = ::lseek;
  int (*close)(int) = ::close;
  int (*fsync)(int) = ::fsync;
#if defined(__APPLE__)  // libc has it, without a declaration
  int (*fdatasync)(int) = ::fsync;
#else
  int (*fdatasync)(int) = ::fdatasync;
#endif
  int (*ftruncate)(int, off_t) = ::ftruncate;
  int (*poll)(pollfd*, nfds_t, int) = ::poll;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE system_calls call;

// The handle of an open file: a descriptor.
//
// Allocates nothing, throws nothing.

using native_handle = int;
inline constexpr native_handle no_handle = -1;
inline constexpr native_handle standard_input_handle = 0;
inline constexpr native_handle standard_output_handle = 1;
inline constexpr native_handle standard_error_handle = 2;

/// Returns true if the descriptor is a terminal.
RILL_ALWAYS_INLINE bool is_terminal(native_handle handle) {
  int const before = errno;
  bool const answer = ::isatty(handle) != 0;
  errno = before;
  return answer;
}

// Actions to run when a thread is cancelled (pthread_cancel, pthread_exit)
// during a call.
//
// Allocates nothing, throws nothing. A destructor would do the same, but needs
// the C++ runtime library: 62 KB in a static program. musl builds
// pthread_cleanup_push on the functions used here; so did glibc, which still
// has them. With other libraries this does nothing.

// struct _pthread_cleanup_buffer of glibc. musl's is smaller: it has no `type`.
struct cancel_action {
  void (*routine)(void*);
  void* argument;
  int type;
  cancel_action* before;
};

#if defined(__linux__) && !defined(__BIONIC__)
// Weak, because before 2.34 glibc has them in libpthread; musl has them in
// every program that asks for them.
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

/// Runs routine(argument) if the thread ends before not_cancelled(action). It
/// runs after the called functions are unwound and before the destructors of
/// the caller's objects. Requires that one function makes both calls, that they
/// nest like a stack, and that no exception passes between them. A null routine
/// registers nothing.
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
