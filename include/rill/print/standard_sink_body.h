// rill/print/standard_sink_body.h: the bodies of standard_sink.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PRINT_STANDARD_SINK_BODY_H
#define RILL_PRINT_STANDARD_SINK_BODY_H

#include "standard_sink.h"

namespace rill::inline RILL_BUILD {
namespace detail {

[[gnu::noinline]] RILL_CORE void print_guarded(FILE* stream, print_list list) {
  stream_guard guard(stream);
  if (stream == stderr) prepare_standard_error();
  prepare_c_stream(stream);
  char scratch[scratch_of_calls::size];
  c_stream_writer out(stream, scratch, c_stream_writer::via_scratch,
                      keeping_device, kept_error(stream));
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

[[gnu::noinline, gnu::cold]] RILL_CORE void raise_stream_error(
    error_code reason, text name) {
  raise(error(reason, "write", name));
}

[[gnu::noinline]] RILL_CORE writer& begin_print_locked(print_memory& memory,
                                                       FILE* stream,
                                                       char const* name) {
  if (RILL_UNLIKELY(!stream))
    raise_stream_error(library_problem::no_stream, null_stream_name);
  if (stream == stdout || stream == stderr)
    return begin_standard(memory.bytes, stream);
  c_target const to{stream, name};
  FILE* const locked = libc::lock(stream);
  writer* const fast_path = stream_call::begin_fast(memory.bytes, to, locked);
  return RILL_LIKELY(fast_path)
             ? *fast_path
             : stream_call::begin_slowly(memory.bytes, to, locked, nullptr);
}

[[gnu::noinline]] RILL_CORE writer& begin_print(print_memory& memory,
                                                FILE* stream,
                                                char const* name) {
  if (RILL_LIKELY(may_use_fast_path(stream)) &&
      RILL_LIKELY(!libc::held(stream)))
    if (writer* const out =
            stream_call::begin_fast(memory.bytes, {stream, name}, nullptr);
        RILL_LIKELY(out))
      return *out;
  return begin_print_locked(memory, stream, name);
}

[[gnu::noinline]] RILL_CORE void end_print(writer& out, char* cursor) {
  if (RILL_LIKELY(stream_call::end_fast(out, cursor))) return;
  FILE* const stream = stream_call::stream_of(out);
  if (stream == stdout || stream == stderr)
    standard_call::end(out, cursor);
  else
    stream_call::end_slowly(out, cursor);
}

[[gnu::noinline]] RILL_CORE void print_held(c_target const& to,
                                            print_list list) {
  char scratch[scratch_of_calls::size];
  throwing_c_stream_writer out(to, scratch, c_stream_writer::via_scratch);
  unfinished_stream_print unfinished(out);
  put_list(out, list);
  unfinished.end();
  out.finish_or_throw();
}

[[gnu::noinline]] RILL_CORE void print_list_to(FILE* stream, char const* name,
                                               print_list list, bool is_plain) {
  if (is_plain || !stream) {
    print_memory memory;
    writer& out = begin_print(memory, stream, name);
    put_list(out, list);
    return end_print(out, out.cursor());
  }
  if (stream == stdout || stream == stderr) return print_guarded(stream, list);
  stream_guard guard(stream);
  print_held({stream, name}, list);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
