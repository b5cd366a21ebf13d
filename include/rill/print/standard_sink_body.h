// rill/print/standard_sink_body.h: the bodies of standard_sink.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PRINT_STANDARD_SINK_BODY_H
#define RILL_PRINT_STANDARD_SINK_BODY_H

#include "standard_sink.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::noinline]] RILL_CORE void print_guarded(FILE* stream, print_list list) {
  stream_guard guard(stream);
  if (stream == stderr) prepare_standard_error();
  prepare_c_stream(stream);
  char scratch[scratch_of_calls::size];
  c_stream_writer out(stream, scratch, c_stream_writer::aside, keeping_device,
                      kept_error(stream));
  unfinished_standard_print unfinished(out);
  put_list(out, list);
  unfinished.end();
}

[[gnu::noinline]] RILL_CORE writer& begin_standard(void* memory, FILE* stream) {
  if (stream == stderr) {
    FILE* const locked = libc::lock(stream);
    prepare_standard_error();
    libc::unlock(locked);
  }
  return standard_call::begin(memory, stream);
}

[[gnu::noinline]] RILL_CORE void print_plainly(FILE* stream, print_list list) {
  alignas(standard_call) char memory[sizeof(standard_call)];
  writer& out = begin_standard(memory, stream);
  put_list(out, list);
  standard_call::end(out, out.cursor());
}

[[gnu::noinline]] RILL_CORE void print_to_standard(FILE* stream,
                                                   print_list list,
                                                   bool is_plain) {
  if (is_plain)
    print_plainly(stream, list);
  else
    print_guarded(stream, list);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
