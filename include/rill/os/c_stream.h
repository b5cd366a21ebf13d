// rill/os/c_stream.h: what a system adds to the C library's FILE: its lock, its
// handle, its last flush, and whether a terminal shows styles.
//
// Layer 3. Allocates nothing, throws nothing. Tests:
// test/stream/locked_test.cpp, test/cstdio/c_stream_writer_test.cpp,
// test/system/ending_test.py, test/stream/handle_styles_test.cpp,
// test/system/style_test.py, test/os/win32/terminal_test.cpp.
#ifndef RILL_OS_C_STREAM_H
#define RILL_OS_C_STREAM_H

#include "../base/config.h"

#if !RILL_HOSTED

#include "none/output.h"

namespace rill::inline RILL_BUILD::os {

constexpr bool shows_styles(native_handle) { return false; }

}  // namespace rill::inline RILL_BUILD::os

#elif defined(__unix__) || defined(__APPLE__)

#include <stdio.h>   // FILE, flockfile, fileno, fflush
#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "posix/call.h"

// Reports the locks of FILEs to the thread sanitizer (-fsanitize=thread).

namespace rill::inline RILL_BUILD::os {

#if RILL_THREAD_SANITIZER
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

/// Reports to the thread sanitizer, if it is enabled, that a lock was taken or
/// released. The sanitizer knows the locks of threads, but not the lock of a
/// FILE.
inline void tell_taken([[maybe_unused]] void* lock) {
#if RILL_THREAD_SANITIZER
  __tsan_acquire(lock);
#endif
}
inline void tell_given([[maybe_unused]] void* lock) {
#if RILL_THREAD_SANITIZER
  __tsan_release(lock);
#endif
}

// What POSIX adds to the C library's FILE: its lock and its descriptor.
//
// Allocates nothing, throws nothing.

void lock_stream(FILE* stream);
/// Takes the lock if no other thread has it.
bool try_lock_stream(FILE* stream);
void unlock_stream(FILE* stream);

/// Locks a stream over this descriptor by lock_soon. With `is_writing`, time in
/// which the descriptor takes no bytes does not count: the caller is about to
/// write and would have to wait as well.
[[gnu::cold]] bool lock_stream_soon(FILE* stream, int descriptor, int& patience,
                                    bool is_writing);

native_handle handle_of(FILE* stream);

/// Returns the offset of the next byte to read; -1 for files without a
/// position.
long long offset_of_stream(FILE* stream);

/// getc without locking. Requires that the caller holds the lock.
int get_byte(FILE* stream);

/// Called after get_byte has failed. Returns true if a retry may succeed: a
/// signal interrupted the read, or an empty non-blocking pipe now has data.
bool may_read_again(FILE* stream);

// Flushes every FILE of the program, from the last thread that runs.
//
// Allocates nothing, throws nothing.

#if defined(__GLIBC__)
// The list of all FILEs, by functions of the GNU C library (2.2.5) that its
// headers do not declare. Weak, because other C libraries define __GLIBC__ too
// but do not have these functions.
extern "C" FILE* rill_first_stream() noexcept __asm__("_IO_iter_begin")
    __attribute__((weak));
extern "C" FILE* rill_behind_last_stream() noexcept __asm__("_IO_iter_end")
    __attribute__((weak));
extern "C" FILE* rill_stream_after(FILE*) noexcept __asm__("_IO_iter_next")
    __attribute__((weak));
extern "C" FILE* rill_stream_at(FILE*) noexcept __asm__("_IO_iter_file")
    __attribute__((weak));
#endif

/// Flushes every FILE that is being written, for a program that calls _exit
/// next. fflush(nullptr) would wait for the lock of every stream, even of one
/// in which another thread waits for input. If another thread holds a lock for
/// a second, this function flushes the stream without the lock. exit() flushes
/// all streams without their locks.
void flush_every_stream();

/// Returns true if the pointer is an open FILE. Returns false for every pointer
/// if the C library has no list of its FILEs.
bool is_open(FILE const* stream);

// Whether escape sequences show as styles.
//
// Allocates nothing, throws nothing.

/// Returns true if the handle is a terminal that shows escape sequences as
/// styles: TERM is set and is not "dumb".
[[gnu::cold]] inline bool shows_styles(native_handle handle) {
  if (!is_terminal(handle)) return false;
  char const* const kind = ::getenv("TERM");
  return kind && *kind && ::strcmp(kind, "dumb") != 0;
}

}  // namespace rill::inline RILL_BUILD::os

#elif defined(_WIN32)

#include <io.h>      // _get_osfhandle
#include <stdio.h>   // FILE, _lock_file, _fileno
#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "win32/call.h"
#include "win32/output.h"

namespace rill::inline RILL_BUILD::os {

inline void lock_stream(FILE* stream) { ::_lock_file(stream); }
/// Waits for the lock: msvcrt has no call that fails instead of waiting.
inline bool try_lock_stream(FILE* stream) {
  lock_stream(stream);
  return true;
}
inline void unlock_stream(FILE* stream) { ::_unlock_file(stream); }

/// Waits without a time limit, as try_lock_stream does.
inline bool lock_stream_soon(FILE* stream, native_handle, int&, bool) {
  lock_stream(stream);
  return true;
}

/// Always false: this library has no list of open FILEs.
constexpr bool is_open(FILE const*) { return false; }

/// The handle, or none: a program without a console has no standard streams.
inline native_handle handle_of(FILE* stream) {
  int const number = ::_fileno(stream);
  if (number < 0) return no_handle;
  auto const handle = ::_get_osfhandle(number);
  return handle < 0 ? no_handle : __builtin_bit_cast(void*, handle);
}

/// Returns the offset of the next byte to read; -1 for files without a
/// position.
inline long long offset_of_stream(FILE* stream) { return ::_ftelli64(stream); }

/// Reads a byte. Requires that the caller holds the lock. With msvcrt.dll calls
/// getc, which locks again: the inline version decrements the stream's count
/// below zero, and Wine then loses the next byte that is pushed back.
inline int get_byte(FILE* stream) {
#if defined(_UCRT)
  return ::_fgetc_nolock(stream);
#else
  return ::getc(stream);
#endif
}

/// Always false: no read error on Windows is temporary.
inline bool may_read_again(FILE*) { return false; }

// Whether escape sequences show as styles.

extern "C" {
windows_bool rill_SetConsoleMode(void*, windows_word) noexcept
    __asm__("SetConsoleMode");
}

/// Returns true for a console that shows escape sequences as styles: its mode
/// ENABLE_VIRTUAL_TERMINAL_PROCESSING is set, or can be set now. Consoles
/// before Windows 10 have no such mode. TERM need not be set, but "dumb" means
/// false, as on POSIX.
[[gnu::cold]] inline bool shows_styles(native_handle handle) {
  constexpr windows_word processed_output = 1, virtual_terminal = 4;
  windows_word const before = rill_GetLastError();
  windows_word mode = 0;
  bool const answer = rill_GetConsoleMode(handle, &mode) != 0 &&
                      ((mode & virtual_terminal) != 0 ||
                       rill_SetConsoleMode(handle, mode | processed_output |
                                                       virtual_terminal) != 0);
  rill_SetLastError(before);
  char const* const kind = ::getenv("TERM");
  return answer && !(kind && ::strcmp(kind, "dumb") == 0);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

#if RILL_HOSTED

// Waiting for a lock.

namespace rill::inline RILL_BUILD::os {

#if defined(_WIN32)
extern "C" void rill_Sleep(windows_word) noexcept __asm__("Sleep");
inline void wait_a_millisecond() noexcept { rill_Sleep(1); }
#else
/// May return early, after a signal. Not noexcept: poll is a cancellation
/// point, and a caller would need the tables of the C++ runtime (60 KB in a
/// static program).
inline void wait_a_millisecond() { (void)os::call.poll(nullptr, 0, 1); }
#endif

/// How many milliseconds exit and fork wait for a thread that makes no
/// progress.
inline constexpr int longest_wait = 1000;

/// Takes a lock by try_lock(), which returns true when it has succeeded. If
/// another thread holds the lock for `patience` milliseconds, sets `patience`
/// to 0 and returns false. After success, sets `patience` to longest_wait.
/// Time before is_blocked() returns true does not count.
template <class Try, class Blocked>
RILL_ALWAYS_INLINE bool lock_soon(Try try_lock, Blocked is_blocked,
                                  int& patience) {
  for (int left = patience; !try_lock(); --left) {
    if (left <= 0) {
      patience = 0;
      return false;
    }
    wait_a_millisecond();
    if (is_blocked()) left = patience;
  }
  patience = longest_wait;
  return true;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

#if RILL_BODIES
#include "c_stream_body.h"
#endif

#endif
