// rill/os/posix/last_flush_body.h: the bodies of last_flush.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_LAST_FLUSH_BODY_H
#define RILL_OS_POSIX_LAST_FLUSH_BODY_H

#include "last_flush.h"

namespace rill::inline RILL_BUILD::os {

RILL_CORE void flush_every_stream() {
#if defined(__GLIBC__)
  if (!rill_first_stream) return (void)::fflush(nullptr);
  constexpr int flag_putting = 0x0800;  // as in os/libc/glibc.h
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
  (void)::fflush(nullptr);  // that of musl leaves stdin alone
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
