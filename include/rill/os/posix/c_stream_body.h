// rill/os/posix/c_stream_body.h: the bodies of c_stream.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_C_STREAM_BODY_H
#define RILL_OS_POSIX_C_STREAM_BODY_H

#include "c_stream.h"
#include "input.h"
#include "lock_report.h"

namespace rill::inline RILL_BUILD::os {

RILL_CORE void lock_stream(FILE* stream) {
  ::flockfile(stream);
  tell_taken(stream);
}

RILL_CORE bool try_lock_stream(FILE* stream) {
  if (::ftrylockfile(stream) != 0) return false;
  tell_taken(stream);
  return true;
}

RILL_CORE void unlock_stream(FILE* stream) {
  tell_given(stream);
  ::funlockfile(stream);
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE bool lock_stream_soon(
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

RILL_CORE native_handle handle_of(FILE* stream) { return ::fileno(stream); }

RILL_CORE long long offset_of_stream(FILE* stream) { return ::ftello(stream); }

RILL_CORE int get_byte(FILE* stream) { return getc_unlocked(stream); }

RILL_CORE bool may_read_again(FILE* stream) {
  int const why = errno;
  if (!::ferror(stream) || (why != EINTR && why != EAGAIN)) return false;
  ::clearerr(stream);
  if (why == EAGAIN) wait_until_ready(::fileno(stream), POLLIN);
  return true;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
