// rill/os/posix/c_stream.h: what POSIX adds to the C library's FILE: its
// lock and its descriptor.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/stream/c_stream_writer_test.cpp.
#ifndef RILL_OS_POSIX_C_STREAM_H
#define RILL_OS_POSIX_C_STREAM_H

#include <stdio.h>  // FILE, flockfile, fileno

#include "handle.h"
#include "input.h"
#include "lock_report.h"

namespace rill::inline RILL_BUILD::os {

inline void lock_stream(FILE* stream) {
  ::flockfile(stream);
  tell_taken(stream);
}
/// Takes the lock if no other thread has it.
inline bool try_lock_stream(FILE* stream) {
  if (::ftrylockfile(stream) != 0) return false;
  tell_taken(stream);
  return true;
}
inline void unlock_stream(FILE* stream) {
  tell_given(stream);
  ::funlockfile(stream);
}

/// Milliseconds that the end of the program, and fork, wait for a thread that
/// does not go on.
inline constexpr int longest_wait = 1000;

/// Locks a stream over this descriptor. Returns false, and sets the patience
/// to 0, when another thread holds the lock for `patience` milliseconds; a call
/// that gets the lock sets it back. With `is_writing`, time in which the
/// descriptor takes no bytes does not count: the holder is writing, and the
/// caller would have to wait as well.
RILL_SELDOM_RUN [[gnu::noinline]] inline bool lock_stream_soon(
    FILE* stream, int descriptor, int& patience, bool is_writing) {
  for (int left = patience; !try_lock_stream(stream); --left) {
    if (left <= 0) {
      patience = 0;
      return false;
    }
    (void)call.poll(nullptr, 0, 1);
    if (is_writing && !takes_bytes(descriptor, 0)) left = patience;
  }
  patience = longest_wait;
  return true;
}

inline native_handle handle_of(FILE* stream) { return ::fileno(stream); }

/// Where the next byte of a file comes from; -1 where that is no question.
inline long long offset_of_stream(FILE* stream) { return ::ftello(stream); }

/// getc for a caller who holds the lock.
inline int get_byte(FILE* stream) { return getc_unlocked(stream); }

/// After get_byte has failed: true for a signal, and for a pipe that was empty
/// and has something now.
inline bool may_read_again(FILE* stream) {
  int const why = errno;
  if (!::ferror(stream) || (why != EINTR && why != EAGAIN)) return false;
  ::clearerr(stream);
  if (why == EAGAIN) wait_until_ready(::fileno(stream), POLLIN);
  return true;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
