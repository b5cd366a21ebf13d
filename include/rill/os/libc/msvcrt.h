// rill/os/libc/msvcrt.h: the buffer of a FILE in msvcrt.dll.
//
// Layer 3. Allocates nothing, throws nothing. The fields are those of the
// public <stdio.h> of mingw-w64, whose inline _fputc_nolock writes _cnt bytes
// at _ptr. The library translates line endings when it writes its buffer to the
// system, so every flush calls the library. It loses no bytes on a full pipe:
// no handle is non-blocking here, so the write waits. UCRT has another FILE,
// which is not published: portable.h. Tests: test/os/libc_test.cpp,
// test/stream/c_stream_*_test.cpp, under Wine.
#ifndef RILL_OS_LIBC_MSVCRT_H
#define RILL_OS_LIBC_MSVCRT_H

#include <stdio.h>  // FILE, _filbuf

#include "common.h"
#include "standard_calls.h"

namespace rill::inline RILL_BUILD::libc {

inline constexpr bool has_put_area = true;

// Between a seek and the next byte, a read-write stream has neither _IOREAD nor
// _IOWRT.
inline put_area writable(FILE* stream) {
  if ((stream->_flag & (_IOWRT | _IOREAD | _IOERR)) != _IOWRT ||
      stream->_cnt <= 0)
    return {nullptr, nullptr};
  return {stream->_ptr, stream->_ptr + stream->_cnt};
}

inline void put_up_to(FILE* stream, char* cursor) {
  stream->_cnt -= static_cast<int>(cursor - stream->_ptr);
  stream->_ptr = cursor;
}

struct get_state {};

inline constexpr bool knows_begin = false;

inline get_area readable(FILE* stream, get_state&) {
  if ((stream->_flag & (_IOWRT | _IOREAD)) != _IOREAD || stream->_cnt <= 0)
    return {nullptr, nullptr, nullptr};
  char const* const at = stream->_ptr;
  return {at, at, at + stream->_cnt};
}

inline void taken_up_to(FILE* stream, get_state& state, char const* cursor) {
  char const* const from = readable(stream, state).cursor;
  stream->_cnt -= static_cast<int>(cursor - from);
  if (from) stream->_ptr += cursor - from;
}

/// If line endings are translated, only the library knows the offset.
inline long long end_offset(FILE* stream, long long handle_offset) {
  if (handle_offset < 0) return handle_offset;
  get_state state;
  get_area const area = readable(stream, state);
  return os::offset_of_stream(stream) + (area.end - area.cursor);
}

inline constexpr bool refill_is_a_call = true;

// Lets the library fill the buffer by getting a byte, and puts that byte back
// by moving _ptr. ungetc would clear an earlier error indicator: it is called
// only if the byte is not in a buffer (unbuffered streams under Wine).
inline bool refill(FILE* stream, get_state&) {
  os::clear_c_error();
  int const next = os::get_byte(stream);
  if (next == EOF) return false;
  if (stream->_base && stream->_ptr > stream->_base && stream->_cnt >= 0 &&
      stream->_ptr[-1] == static_cast<char>(next)) {
    --stream->_ptr;
    ++stream->_cnt;
    return true;
  }
  return ::ungetc(next, stream) != EOF;
}

inline bool has_pending(FILE* stream) {
  return (stream->_flag & _IOWRT) != 0 && stream->_ptr > stream->_base;
}

inline void forget_pending(FILE* stream) {
  if ((stream->_flag & _IOWRT) == 0) return;
  stream->_ptr = stream->_base;
  stream->_cnt = 0;
}

/// Makes an empty stream show no room. The library restores it at its next
/// write.
inline void hide_room(FILE* stream) {
  if (!has_pending(stream) && (stream->_flag & _IOWRT) != 0) stream->_cnt = 0;
}

/// False for a console, so that its buffering is not changed: msvcrt.dll treats
/// line-buffered as fully buffered.
inline bool is_fresh(FILE* stream) {
  return stream->_base == nullptr && (stream->_flag & _IONBF) == 0 &&
         !os::is_terminal(os::handle_of(stream));
}
inline bool is_unused(FILE* stream) { return stream->_base == nullptr; }
inline bool is_eager(FILE* stream) { return (stream->_flag & _IONBF) != 0; }
inline bool is_buffered(FILE* stream) {
  return stream->_base != nullptr && !is_eager(stream);
}

inline os::native_handle handle_of(FILE* stream) {
  return os::handle_of(stream);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
