// rill/os/posix/c_stream.h: what POSIX adds to the C library\'s FILE: its
// lock, its last flush, and whether a terminal shows styles.
//
// Layer 3. Tests: test/stream/locked_test.cpp,
// test/cstdio/c_stream_writer_test.cpp, test/system/ending_test.py,
// test/stream/handle_styles_test.cpp, test/system/style_test.py.
#ifndef RILL_OS_POSIX_C_STREAM_H
#define RILL_OS_POSIX_C_STREAM_H

#include <stdio.h>   // FILE, flockfile, fileno, fflush
#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "../../base/config.h"
#include "call.h"

// Telling the detector of data races about locks that it does not know by
// itself.
//
// , with -fsanitize=thread.

namespace rill::inline RILL_BUILD::os {

#if RILL_THREAD_SANITIZER
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

/// Tells the detector of data races, where one is built in, that a lock was
/// taken or is given back. It knows those of threads, but not that of a FILE.
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

/// Milliseconds that the end of the program, and fork, wait for a thread that
/// does not go on.
inline constexpr int longest_wait = 1000;

/// Locks a stream over this descriptor. Returns false, and sets the patience
/// to 0, when another thread holds the lock for `patience` milliseconds; a call
/// that gets the lock sets it back. With `is_writing`, time in which the
/// descriptor takes no bytes does not count: the holder is writing, and the
/// caller would have to wait as well.
[[gnu::cold]] bool lock_stream_soon(FILE* stream, int descriptor, int& patience,
                                    bool is_writing);

native_handle handle_of(FILE* stream);

/// Where the next byte of a file comes from; -1 where that is no question.
long long offset_of_stream(FILE* stream);

/// getc for a caller who holds the lock.
int get_byte(FILE* stream);

/// After get_byte has failed: true for a signal, and for a pipe that was empty
/// and has something now.
bool may_read_again(FILE* stream);

// Every FILE of the program is flushed, by the last thread that runs.
//
// Allocates nothing, throws nothing.

#if defined(__GLIBC__)
// The list of all FILEs, by functions of the GNU C library (2.2.5) that its
// headers do not declare; weak, because other libraries with that macro are
// without.
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
/// next. fflush(nullptr) locks each stream, even one in which another thread
/// waits for input, and would not return. If another thread holds the lock of a
/// stream for a second, the stream is flushed without it, as exit does, which
/// locks none.
void flush_every_stream();

/// True when the pointer is a FILE that is open, where the library can tell.
bool is_open(FILE const* stream);

// Whether escape sequences show as styles.
//
// Allocates nothing, throws nothing.

/// Returns true when escape sequences show as styles there: a terminal of
/// which TERM says what it is, and not that it is dumb.
[[gnu::cold]] inline bool shows_styles(native_handle handle) {
  if (!is_terminal(handle)) return false;
  char const* const kind = ::getenv("TERM");
  return kind && *kind && ::strcmp(kind, "dumb") != 0;
}

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "c_stream_body.h"
#endif

#endif
