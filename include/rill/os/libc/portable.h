// rill/os/libc/portable.h: a FILE by standard functions and its lock only, for
// libraries whose FILE is hidden (UCRT) or unknown.
//
// Layer 3. Allocates nothing, throws nothing. No buffer is accessed directly:
// every operation calls the library. Tests:
// test/cstdio/c_stream_writer_test.cpp, test/system/.
#ifndef RILL_OS_LIBC_PORTABLE_H
#define RILL_OS_LIBC_PORTABLE_H

#include <stdio.h>  // FILE, ungetc

#include "common.h"
#include "standard_calls.h"

namespace rill::inline RILL_BUILD::libc {

inline constexpr bool has_put_area = false;
inline put_area writable(FILE*) { return {nullptr, nullptr}; }
inline void put_up_to(FILE*, char*) {}

/// The state of a reader between refill and taken_up_to: the byte that getc
/// returned, which is pushed back if it was not taken.
struct get_state {
  char byte = 0;
  bool is_there = false;
};

inline constexpr bool knows_begin = false;

inline get_area readable(FILE*, get_state& state) {
  char const* const at = &state.byte;
  return {at, at, at + (state.is_there ? 1 : 0)};
}

inline void taken_up_to(FILE* stream, get_state& state, char const* cursor) {
  if (state.is_there && cursor == &state.byte)
    (void)::ungetc(static_cast<unsigned char>(state.byte), stream);
  state.is_there = false;
}

/// Returns the file offset of the get area's end, as ftell does. The handle is
/// at a later offset, because the library has read ahead. A negative
/// handle_offset means that there are no offsets.
inline long long end_offset(FILE* stream, long long handle_offset) {
  return handle_offset < 0 ? handle_offset : os::offset_of_stream(stream);
}

inline constexpr bool refill_is_a_call = false;

inline bool refill(FILE* stream, get_state& state) {
  for (;;) {
    os::clear_c_error();
    int const next = os::get_byte(stream);
    if (next != EOF) {
      state = {static_cast<char>(next), true};
      return true;
    }
    if (!os::may_read_again(stream)) return false;
  }
}

inline void forget_pending(FILE*) {}

/// Keeps the buffer empty from now on: exit may flush it without a lock, and
/// could tear what a thread is printing.
inline void hide_room(FILE* stream) {
  (void)::setvbuf(stream, nullptr, _IONBF, 0);
}

inline bool has_pending(FILE*) { return true; }
inline bool is_fresh(FILE*) { return false; }
inline bool is_unused(FILE*) { return false; }
inline bool is_eager(FILE*) { return false; }
inline bool is_buffered(FILE*) { return false; }
inline os::native_handle handle_of(FILE* stream) {
  return os::handle_of(stream);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
