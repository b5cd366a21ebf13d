// rill/os/libc/musl.h: a FILE of musl, by the public functions of its
// <stdio_ext.h>.
//
// Layer 3. Allocates nothing, throws nothing. musl hides its FILE, but exposes
// the bytes to read (__freadptr), the number of pending bytes (__fpending) and
// the buffer's size (__fbufsize). So reading is direct. A print is one
// fwrite_unlocked if that only copies; otherwise this code writes the bytes to
// the system itself: it waits for a full pipe, and an error loses no byte.
// Only musl can flush the bytes that printf has buffered, and it discards them
// on failure. So this code waits until the pipe has room, lets musl flush, and
// reports the error. Tests: test/os/libc_test.cpp,
// test/stream/c_stream_*_test.cpp, with ./dev test --config=musl.
#ifndef RILL_OS_LIBC_MUSL_H
#define RILL_OS_LIBC_MUSL_H

#include <stdio.h>      // FILE, BUFSIZ
#include <stdio_ext.h>  // __freadptr, __fpending, __fbufsize
#include <string.h>     // memchr

#include "common.h"

namespace rill::inline RILL_BUILD::libc {

inline constexpr bool has_put_area = false;
inline put_area writable(FILE*) { return {nullptr, nullptr}; }
inline void put_up_to(FILE*, char*) {}

struct get_state {};

inline constexpr bool knows_begin = false;

inline get_area readable(FILE* stream, get_state&) {
  std::size_t size = 0;
  char const* const at = ::__freadptr(stream, &size);
  return at ? get_area{at, at, at + size} : get_area{nullptr, nullptr, nullptr};
}

inline void taken_up_to(FILE* stream, get_state& state, char const* cursor) {
  char const* const from = readable(stream, state).cursor;
  if (from != cursor)
    ::__freadptrinc(stream, static_cast<std::size_t>(cursor - from));
}

inline long long end_offset(FILE*, long long handle_offset) {
  return handle_offset;
}

inline constexpr bool refill_is_a_call = true;

inline int handle_of(FILE* stream) { return os::handle_of(stream); }

// The calls in which musl reaches the system, for RILL_TRACING and RILL_USDT.
bool only_collects(FILE* stream, char const* data, std::size_t size);
inline bool measured_look_ahead(FILE* stream,
                                [[maybe_unused]] get_state& state) {
#if RILL_WATCHED
  bool is_done = false;
  (void)os::watched::measured<trace_call::fill>(
      handle_of(stream), ::__fbufsize(stream), [&]() -> ssize_t {
        is_done = detail::look_ahead(stream);
        if (!is_done) return has_failed(stream) ? -1 : 0;
        get_area const area = readable(stream, state);
        return area.end - area.cursor;
      });
  return is_done;
#else
  return detail::look_ahead(stream);
#endif
}
inline error_code measured_flush(FILE* stream) {
#if RILL_WATCHED
  error_code error;
  std::size_t const pending = ::__fpending(stream);
  if (pending != 0) {
    (void)os::watched::measured<trace_call::drain>(
        handle_of(stream), pending, [&]() -> ssize_t {
          error = detail::flush_by_standard(stream);
          return error ? -1 : static_cast<ssize_t>(pending);
        });
    return error;
  }
#endif
  return detail::flush_by_standard(stream);
}
inline os::transfer measured_write(FILE* stream, char const* data,
                                   std::size_t size) {
#if RILL_WATCHED
  os::transfer done;
  if (!only_collects(stream, data, size)) {
    (void)os::watched::measured<trace_call::drain>(
        handle_of(stream), size, [&]() -> ssize_t {
          done = detail::write_by_standard(stream, data, size);
          return done.error ? -1 : static_cast<ssize_t>(done.moved);
        });
    return done;
  }
#endif
  return detail::write_by_standard(stream, data, size);
}

inline bool refill(FILE* stream, get_state& state) {
  if (measured_look_ahead(stream, state)) return true;
  if (::__freadable(stream) == 0) errno = EBADF;  // musl sets no errno
  return false;
}

/// Pushes back a byte. musl has room for 8. For more, this seeks back by one
/// byte; a pipe cannot seek, so the byte is lost.
inline void give_back(FILE* stream, char byte) {
  if (::ungetc(static_cast<unsigned char>(byte), stream) == EOF)
    (void)::fseeko(stream, -1, SEEK_CUR);
}

inline bool has_pending(FILE* stream) { return ::__fpending(stream) != 0; }

/// Returns true if each line, or each piece, is written at once. musl's stdout
/// is line-buffered until its first write, which finds out whether it is a
/// terminal.
inline bool is_eager(FILE* stream) {
  return ::__fbufsize(stream) == 0 || ::__flbf(stream) != 0;
}

/// True when write_through only copies these bytes.
inline bool only_collects(FILE* stream, char const* data, std::size_t size) {
  std::size_t const room = ::__fbufsize(stream);
  std::size_t const pending = ::__fpending(stream);
  if (pending > room || size > room - pending) return false;
  return ::__flbf(stream) == 0 || !::memchr(data, '\n', size);
}

/// Returns true for a write-only stream over a descriptor. musl caches no file
/// offset, so other code may write to the descriptor.
inline bool can_drain(FILE* stream) {
  return ::__freadable(stream) == 0 && ::__fwritable(stream) != 0 &&
         handle_of(stream) >= 0;
}

// A pipe that is ready takes this much at once (PIPE_BUF); musl's own buffers
// have 1 KiB.
inline constexpr std::size_t largest_at_once = 4096;

inline error_code flush_through(FILE* stream) {
  int const handle = handle_of(stream);
  if (has_pending(stream) && handle >= 0) os::wait_until_ready(handle, POLLOUT);
  return measured_flush(stream);
}

inline os::transfer write_through(FILE* stream, char const* data,
                                  std::size_t size) {
  os::transfer const done = measured_write(stream, data, size);
  if (done.error && ::__fwritable(stream) == 0)
    return {done.moved, os::c_error(EBADF)};  // musl sets no errno
  return done;
}

/// Writes the pending bytes, then `data` unless it fits the buffer now. Pending
/// bytes that could not be written are lost; the result has the error.
[[gnu::cold, gnu::noinline]] inline os::transfer drain(FILE* stream,
                                                       char const* data,
                                                       std::size_t size) {
  if (has_pending(stream)) {
    error_code const lost = flush_through(stream);
    if (lost) return {0, lost};
    if (size != 0 && only_collects(stream, data, size))
      return write_through(stream, data, size);
  }
  // Short lines on stdout go through musl, which detects a terminal at its
  // first write.
  if (size != 0 && size <= largest_at_once && stream == stdout &&
      ::__flbf(stream) != 0) {
    os::wait_until_ready(handle_of(stream), POLLOUT);
    os::transfer const done = write_through(stream, data, size);
    return {done.moved, done.error ? done.error : flush_through(stream)};
  }
  return os::write_all(handle_of(stream), data, size);
}

inline void forget_pending(FILE* stream) { ::__fpurge(stream); }
inline void hide_room(FILE*) {}

/// Returns true if no buffering was chosen, as far as musl exposes that: false
/// for a line-buffered stream, because the program may have chosen it.
inline bool is_fresh(FILE* stream) {
  return ::__fbufsize(stream) == BUFSIZ && ::__flbf(stream) == 0 &&
         !has_pending(stream);
}
inline bool is_unused(FILE* stream) { return ::__fbufsize(stream) == 0; }
inline bool is_buffered(FILE* stream) { return !is_eager(stream); }

}  // namespace rill::inline RILL_BUILD::libc

#endif
