// rill/os/libc/bsd.h: the buffer of a FILE in the C libraries with stdio from
// 4.4BSD: macOS, FreeBSD, NetBSD, newlib.
//
// Layer 3. Allocates nothing, throws nothing. Only with RILL_DIRECT_LIBC=1,
// because this has been linked (./dev test --all systems/; not for
// newlib) but never run. It uses the fields that the inline getc and putc in
// the public <stdio.h> of all four use: _p, and the number of bytes available
// to read (_r) or to write (_w). While a stream is line-buffered or reads, _w
// is at most 0, so a write calls the library. Every flush calls it too. Tests:
// test/os/libc_test.cpp, on systems with such a library.
#ifndef RILL_OS_LIBC_BSD_H
#define RILL_OS_LIBC_BSD_H

#include <stdio.h>  // FILE

#include "common.h"
#include "standard_calls.h"

namespace rill::inline RILL_BUILD::libc {

// _flags of a FILE, the same in all four headers.
inline constexpr int flag_line_buffered = 0x0001;
inline constexpr int flag_unbuffered = 0x0002;
inline constexpr int flag_writing = 0x0008;
static_assert(__SLBF == flag_line_buffered && __SNBF == flag_unbuffered &&
              __SWR == flag_writing);

inline constexpr bool has_put_area = true;

inline put_area writable(FILE* stream) {
  if ((stream->_flags & flag_writing) == 0 || stream->_w <= 0)
    return {nullptr, nullptr};
  char* const at = reinterpret_cast<char*>(stream->_p);
  return {at, at + stream->_w};
}

inline void put_up_to(FILE* stream, char* cursor) {
  auto const end = reinterpret_cast<unsigned char*>(cursor);
  stream->_w -= static_cast<int>(end - stream->_p);
  stream->_p = end;
}

struct get_state {};

inline constexpr bool knows_begin = false;

inline get_area readable(FILE* stream, get_state&) {
  if (stream->_r <= 0) return {nullptr, nullptr, nullptr};
  auto const at = reinterpret_cast<char const*>(stream->_p);
  return {at, at, at + stream->_r};
}

inline void taken_up_to(FILE* stream, get_state& state, char const* cursor) {
  char const* const from = readable(stream, state).cursor;
  if (!from) return;
  stream->_r -= static_cast<int>(cursor - from);
  stream->_p += cursor - from;
}

inline long long end_offset(FILE*, long long handle_offset) {
  return handle_offset;
}

inline constexpr bool refill_is_a_call = true;

inline bool refill(FILE* stream, get_state&) {
  return detail::look_ahead(stream);
}

inline bool has_pending(FILE* stream) {
  return (stream->_flags & flag_writing) != 0 && stream->_bf._base != nullptr &&
         stream->_p > stream->_bf._base;
}

#if defined(__NEWLIB__)
inline void forget_pending(FILE*) {}
#else
inline void forget_pending(FILE* stream) { (void)::fpurge(stream); }
#endif

/// Makes an empty stream show no room. The library restores it at its next
/// write.
inline void hide_room(FILE* stream) {
  if ((stream->_flags & flag_writing) != 0 && !has_pending(stream) &&
      stream->_w > 0)
    stream->_w = 0;
}

inline bool is_unused(FILE* stream) { return stream->_bf._base == nullptr; }
inline bool is_eager(FILE* stream) {
  return (stream->_flags & (flag_unbuffered | flag_line_buffered)) != 0;
}
inline bool is_fresh(FILE* stream) {
  return is_unused(stream) && !is_eager(stream);
}
inline bool is_buffered(FILE* stream) {
  return !is_unused(stream) && !is_eager(stream);
}

inline os::native_handle handle_of(FILE* stream) {
  return os::handle_of(stream);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
