// rill/os/libc/glibc_body.h: the bodies of glibc.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_LIBC_GLIBC_BODY_H
#define RILL_OS_LIBC_GLIBC_BODY_H

#include <stdio_ext.h>  // __fpurge

#include "glibc.h"
#include "../posix/call.h"

namespace rill::inline RILL_BUILD::libc {

RILL_CORE bool shows_given_back(FILE* stream) {
  return (stream->_flags & flag_in_backup) != 0;
}

RILL_CORE text cut_off(FILE* stream) {
  char const* const begin =
      shows_given_back(stream) ? stream->_IO_save_base : stream->_IO_read_base;
  char const* const buffer = stream->_IO_buf_base;
  if (!buffer || begin <= buffer || begin > stream->_IO_buf_end) return {};
  return {buffer, static_cast<std::size_t>(begin - buffer)};
}

RILL_CORE long long end_offset(FILE* stream, long long handle_offset) {
  if (handle_offset < 0 || !shows_given_back(stream)) return handle_offset;
  return ::ftello(stream) + (stream->_IO_read_end - stream->_IO_read_ptr);
}

// Takes a byte. Reads from the system unless ungetc has hidden unread bytes of
// the stream's buffer.
RILL_ALWAYS_INLINE int take_byte(FILE* stream) {
#if RILL_WATCHED
  bool const has_hidden =
      shows_given_back(stream) && stream->_IO_save_end != stream->_IO_save_base;
  if (has_hidden) return ::__uflow(stream);
  auto const room =
      static_cast<std::size_t>(stream->_IO_buf_end - stream->_IO_buf_base);
  int byte = EOF;
  (void)os::watched::measured<trace_call::fill>(
      stream->_fileno, room, [&]() -> ssize_t {
        byte = ::__uflow(stream);
        if (byte == EOF) return ::ferror_unlocked(stream) ? -1 : 0;
        return stream->_IO_read_end - stream->_IO_read_ptr + 1;
      });
  return byte;
#else
  return ::__uflow(stream);
#endif
}

RILL_CORE bool refill(FILE* stream, get_state&) {
  for (;;) {
    errno = 0;
    if (take_byte(stream) != EOF) {
      --stream->_IO_read_ptr;  // undo the byte that __uflow has taken
      return true;
    }
    if (!::ferror_unlocked(stream)) return false;
    int const why = errno;
    if (why != EINTR && why != EAGAIN) return false;
    ::clearerr_unlocked(stream);
    if (why == EAGAIN) os::wait_until_ready(stream->_fileno, POLLIN);
  }
}

RILL_CORE void give_back(FILE* stream, char byte) {
  (void)::ungetc(static_cast<unsigned char>(byte), stream);
}

RILL_CORE bool can_drain(FILE* stream) {
  if (stream->_fileno < 0 || stream->_mode > 0) return false;
  int const flags = stream->_flags;
  if ((flags & flag_no_reads) == 0 || (flags & flag_no_writes) != 0 ||
      (flags & flag_in_backup) != 0 || stream->_IO_save_base)
    return false;
  if (stream->_IO_write_ptr == stream->_IO_write_base) return true;
  return (flags & flag_putting) != 0 &&
         ((flags & flag_appending) != 0 ||
          stream->_IO_read_end == stream->_IO_write_base);
}

RILL_CORE void moved_on(FILE* stream, std::size_t count) {
  if (stream->_offset >= 0) stream->_offset += static_cast<off_t>(count);
  if ((stream->_flags & flag_appending) != 0) stream->_offset = -1;
}

RILL_CORE error_code reason_of_refusal() {
  return errno != 0 ? os::last_error() : library_problem::wrote_nothing;
}

RILL_COLD [[gnu::noinline]] RILL_CORE error_code drain_within(FILE* stream,
                                                              int patience) {
  pending_bytes pending{stream, {}};
  char const* const base = stream->_IO_write_base;
  auto const size = static_cast<std::size_t>(stream->_IO_write_ptr - base);
  os::cancel_action settle;
  os::if_cancelled(settle, pending_bytes::settle, &pending);
  os::write_on(stream->_fileno, base, size, pending.written, patience);
  os::not_cancelled(settle);
  pending_bytes::settle(&pending);
  return pending.written.error;
}

RILL_COLD [[gnu::noinline]] RILL_CORE os::transfer drain(FILE* stream,
                                                         char const* data,
                                                         std::size_t size) {
  if (stream->_IO_write_ptr != stream->_IO_write_base) {
    error_code const error = drain_within(stream, -1);
    if (error) return {0, error};
  }
  os::transfer const done = os::write_all(stream->_fileno, data, size);
  moved_on(stream, done.moved);
  return done;
}

RILL_CORE bool only_collects(FILE*, char const*, std::size_t) { return false; }

RILL_CORE error_code flush_through(FILE* stream) {
  errno = 0;
  return ::fflush_unlocked(stream) == 0 ? error_code{} : reason_of_refusal();
}

RILL_CORE bool has_failed(FILE* stream) {
  return ::ferror_unlocked(stream) != 0;
}

RILL_CORE void forget_pending(FILE* stream) { ::__fpurge(stream); }

RILL_CORE bool has_pending(FILE* stream) {
  return stream->_IO_write_ptr > stream->_IO_write_base;
}

RILL_CORE bool is_fresh(FILE* stream) {
  return stream->_IO_buf_base == nullptr && stream->_mode <= 0 &&
         (stream->_flags & (flag_unbuffered | flag_line_buffered)) == 0;
}

RILL_CORE bool is_unused(FILE* stream) {
  return stream->_IO_buf_base == nullptr && stream->_mode <= 0;
}

RILL_CORE bool is_eager(FILE* stream) {
  return (stream->_flags & (flag_unbuffered | flag_line_buffered)) != 0;
}

RILL_CORE bool is_buffered(FILE* stream) {
  return stream->_IO_buf_base != nullptr && !is_eager(stream);
}

RILL_CORE int handle_of(FILE* stream) { return stream->_fileno; }

}  // namespace rill::inline RILL_BUILD::libc

#endif
