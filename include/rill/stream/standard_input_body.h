// rill/stream/standard_input_body.h: the bodies of standard_input.h.
//
// Floor 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_STANDARD_INPUT_BODY_H
#define RILL_STREAM_STANDARD_INPUT_BODY_H

#include "standard_input.h"

namespace rill::inline RILL_BUILD {
namespace RILL_OF_THIS_MODULE detail {

RILL_CORE bool is_person_at_input() {
  if constexpr (libc::refill_is_a_call) {
    return os::is_terminal(libc::handle_of(stdin));
  } else {
    static bool const answer = os::is_terminal(libc::handle_of(stdin));
    return answer;
  }
}

[[gnu::cold]] RILL_CORE void return_standard_input() {
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

[[gnu::cold]] RILL_CORE void buffer_standard_input(bool is_person) {
  os::buffering const wanted = os::wanted_buffering("RILL_STDIN", "_STDBUF_I");
  bool const is_said = wanted.mode == os::buffer_mode::none || wanted.size != 0;
  if (!is_said && is_person) return;
  buffer_c_stream(stdin, wanted, memory_of_input, sizeof standard_input_buffer);
}

[[gnu::cold]] RILL_CORE void prepare_standard_input() {
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
