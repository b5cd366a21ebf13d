// rill/stream/standard_input.h: what happens before C's stdin is asked for
// more, and what becomes at the end of bytes that were read ahead.
//
// Floor 4. Throws nothing, and allocates only the buffer that a user asks
// for or that a shared library needs. Tests: test/system/standard_test.py.
#ifndef RILL_STREAM_STANDARD_INPUT_H
#define RILL_STREAM_STANDARD_INPUT_H

#include "file_position.h"
#include "standard_output.h"

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

// Room for stdin's bytes when nobody has given it a buffer.
inline char standard_input_buffer[standard_buffer_size];
inline stream_memory memory_of_input{standard_input_buffer,
                                     sizeof standard_input_buffer};

// What stdin was when it was first read; null before.
inline FILE* first_standard_input = nullptr;

// Tells stdin what the reader that is at work has taken; null where there is
// none. The one who changes it has the lock.
inline void (*finish_reading)() = nullptr;

// Asked before every system call, because stdin may be opened anew; where
// each byte is a refill, once.
inline bool is_person_at_input() {
  if constexpr (libc::refill_is_a_call) {
    return os::is_terminal(libc::handle_of(stdin));
  } else {
    static bool const answer = os::is_terminal(libc::handle_of(stdin));
    return answer;
  }
}

// Leaves the file where the next byte is that nobody has taken, as fclose
// would; exit does so by itself in some libraries, quick_exit in none. Not
// in a child, whose parent has read the same bytes and goes on in the file
// itself: there the library is kept from it, too. A thread that is waiting
// for input has the lock, and nothing in the buffer.
[[gnu::cold]] inline void return_standard_input() {
  FILE* const stream = stdin;
  if (stream != first_standard_input || !os::try_lock_stream(stream)) return;
  os::native_handle const handle = libc::handle_of(stream);
  if (standard_output.is_child) {
    libc::forget_pending(stream);
  } else if (offset_in_file(handle) >= 0) {
    if (finish_reading) finish_reading();
    long long const next = os::offset_of_stream(stream);
    if (!libc::refill_is_a_call) {
      (void)::fflush(stream);
    } else if (next >= 0) {
      (void)os::seek(handle, next, os::from_start);
      libc::forget_pending(stream);
    }
  }
  os::unlock_stream(stream);
}

// The buffer that the user wants, otherwise a large one, but for a person.
[[gnu::cold]] inline void buffer_standard_input(bool is_person) {
  os::buffering const wanted = os::wanted_buffering("RILL_STDIN", "_STDBUF_I");
  bool const is_said = wanted.mode == os::buffer_mode::none || wanted.size != 0;
  if (!is_said && is_person) return;
  buffer_c_stream(stdin, wanted, memory_of_input, sizeof standard_input_buffer);
}

// Before stdin is asked for more: its buffer on first use, and what stdout
// holds, so that a prompt is seen by the person who is to answer it.
[[gnu::cold]] inline void prepare_standard_input() {
  bool const is_person = is_person_at_input();
  if (is_person) drain_standard_streams();
  bool const is_first = !first_standard_input;
  if (libc::is_fresh(stdin) && (is_first || stdin == first_standard_input))
    buffer_standard_input(is_person);
  if (!is_first) return;
  register_endings_once();
  standard_output.return_input = return_standard_input;
  first_standard_input = stdin;
}

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#endif
