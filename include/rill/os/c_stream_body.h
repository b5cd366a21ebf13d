// rill/os/c_stream_body.h: the bodies of c_stream.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_C_STREAM_BODY_H
#define RILL_OS_C_STREAM_BODY_H

#include "c_stream.h"

#if RILL_HOSTED && (defined(__unix__) || defined(__APPLE__))

#include "posix/output.h"

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

RILL_COLD [[gnu::noinline]] RILL_CORE bool lock_stream_soon(FILE* stream,
                                                            int descriptor,
                                                            int& patience,
                                                            bool is_writing) {
  return lock_soon([=] { return try_lock_stream(stream); },
                   [=] { return is_writing && !takes_bytes(descriptor, 0); },
                   patience);
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

RILL_CORE void flush_every_stream() {
#if defined(__GLIBC__)
  if (!rill_first_stream) return (void)::fflush(nullptr);
  constexpr int flag_putting = 0x0800;  // _IO_CURRENTLY_PUTTING
  int patience = longest_wait;
  for (FILE* at = rill_first_stream(); at != rill_behind_last_stream();
       at = rill_stream_after(at)) {
    FILE* const stream = rill_stream_at(at);
    if ((stream->_flags & flag_putting) == 0) continue;
    bool const is_locked =
        lock_stream_soon(stream, stream->_fileno, patience, true);
    (void)::fflush_unlocked(stream);
    if (is_locked) unlock_stream(stream);
  }
#else
  (void)::fflush(nullptr);  // musl's fflush leaves stdin alone
#endif
}

RILL_CORE bool is_open([[maybe_unused]] FILE const* stream) {
#if defined(__GLIBC__)
  if (!rill_first_stream) return false;
  for (FILE* at = rill_first_stream(); at != rill_behind_last_stream();
       at = rill_stream_after(at))
    if (rill_stream_at(at) == stream) return true;
#endif
  return false;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

#endif
