// rill/os/win32/c_stream.h: what the C library of Windows adds to a FILE, and
// what a console shows.
//
// Layer 3. Tests: test/cstdio/c_stream_writer_test.cpp,
// test/os/win32/terminal_test.cpp.
#ifndef RILL_OS_WIN32_C_STREAM_H
#define RILL_OS_WIN32_C_STREAM_H

#include <io.h>      // _get_osfhandle
#include <stdio.h>   // FILE, _lock_file, _fileno
#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "call.h"
#include "mutex.h"
#include "output.h"

// What the C library of Windows adds to a FILE: its lock and its handle.
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD::os {

inline void lock_stream(FILE* stream) { ::_lock_file(stream); }
/// There is no call that asks whether another thread has the lock.
inline bool try_lock_stream(FILE* stream) {
  lock_stream(stream);
  return true;
}
inline void unlock_stream(FILE* stream) { ::_unlock_file(stream); }

inline constexpr int longest_wait = 1000;

/// Waits for as long as it takes: see try_lock_stream.
inline bool lock_stream_soon(FILE* stream, native_handle, int&, bool) {
  lock_stream(stream);
  return true;
}

/// The library does not tell.
constexpr bool is_open(FILE const*) { return false; }

/// The handle, or none: a program without a console has no standard streams.
inline native_handle handle_of(FILE* stream) {
  int const number = ::_fileno(stream);
  if (number < 0) return no_handle;
  auto const handle = ::_get_osfhandle(number);
  return handle < 0 ? no_handle : __builtin_bit_cast(void*, handle);
}

/// Where the next byte of a file comes from; -1 where that is no question.
inline long long offset_of_stream(FILE* stream) { return ::_ftelli64(stream); }

/// getc for a caller who holds the lock. The inline one for msvcrt.dll counts
/// below zero, where Wine loses the byte that is pushed back next.
inline int get_byte(FILE* stream) {
#if defined(_UCRT)
  return ::_fgetc_nolock(stream);
#else
  return ::getc(stream);
#endif
}

/// After get_byte has failed: nothing here fails for a while only.
inline bool may_read_again(FILE*) { return false; }

// Whether escape sequences show as styles.
//
// Allocates nothing, throws nothing. , under Wine.

extern "C" {
windows_bool rill_SetConsoleMode(void*, windows_word) noexcept
    __asm__("SetConsoleMode");
}

/// Returns true when escape sequences show as styles there: a console that
/// has, or now gets, ENABLE_VIRTUAL_TERMINAL_PROCESSING. Consoles before
/// Windows 10 have no such mode. TERM is not a variable of Windows, but dumb
/// means there too what it means elsewhere.
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
