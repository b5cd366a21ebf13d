// rill/stream/standard_output_body.h: the bodies of standard_output.h.
//
// Floor 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_STANDARD_OUTPUT_BODY_H
#define RILL_STREAM_STANDARD_OUTPUT_BODY_H

#include "standard_output.h"
#include "../os/hooks.h"

namespace rill::inline RILL_BUILD {
namespace RILL_OF_THIS_MODULE detail {

RILL_SELDOM_RUN RILL_CORE void buffer_c_stream(FILE* stream,
                                               os::buffering wanted,
                                               stream_memory& memory,
                                               std::size_t usual_size) {
  int const mode = wanted.mode == os::buffer_mode::none   ? _IONBF
                   : wanted.mode == os::buffer_mode::line ? _IOLBF
                                                          : _IOFBF;
  std::size_t const size = wanted.size != 0 ? wanted.size : usual_size;
  (void)::setvbuf(stream, mode == _IONBF ? nullptr : memory.take(size), mode,
                  size);
}

RILL_SELDOM_RUN RILL_CORE void buffer_standard_output() {
  os::buffering wanted = os::wanted_buffering("RILL_STDOUT", "_STDBUF_O");
  if (wanted.mode == os::buffer_mode::unset &&
      os::is_terminal(libc::handle_of(stdout)))
    wanted.mode = os::buffer_mode::line;
  buffer_c_stream(stdout, wanted, memory_of_output, sizeof standard_buffer);
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE void prepare_standard_output() {
  register_endings();
  os::at_exit(write_from_now_on);
  standard_output.output = stdout;
  standard_output.output_handle = libc::handle_of(stdout);
  if (libc::is_fresh(stdout)) buffer_standard_output();
  standard_output.is_quick = true;
  __atomic_store_n(&standard_output.is_prepared, true, __ATOMIC_RELEASE);
}

RILL_SELDOM_RUN RILL_CORE void register_endings_once() {
  FILE* const locked = libc::lock(stdout);
  register_endings();
  libc::unlock(locked);
}

RILL_CORE void ensure_standard_output() {
  if (__atomic_load_n(&standard_output.is_prepared, __ATOMIC_ACQUIRE)) return;
  FILE* const locked = libc::lock(stdout);
  if (!standard_output.is_prepared) prepare_standard_output();
  libc::unlock(locked);
}

RILL_SELDOM_RUN RILL_CORE void prepare_standard_error() {
  if (standard_output.is_error_prepared) return;
  standard_output.is_error_prepared = true;
  standard_output.drain_error = drain_standard_error;
  os::buffering const wanted = os::wanted_buffering("RILL_STDERR", "_STDBUF_E");
  if (wanted.mode != os::buffer_mode::unset && libc::is_unused(stderr))
    buffer_c_stream(stderr, wanted, memory_of_error, 4096);
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE void prepare_c_stream(
    FILE* stream) {
  ensure_standard_output();
  if (libc::is_fresh(stream) && standard_output.output == stream)
    buffer_standard_output();
}

RILL_CORE void accept_and_keep(writer& base, char const* data,
                               std::size_t size) {
  auto& self = static_cast<c_stream_writer&>(base);
  self.accept(data, size);
}

RILL_CORE void flush_and_keep(writer&) {}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE void finish_standard(
    c_stream_writer& out) {
  out.finish();
  out.release_scratch();
  if (out.error()) keep_error(out.stream(), out.error());
  if (standard_output.is_ending) [[unlikely]]
    write_from_now_on();
}

[[gnu::noinline]] RILL_CORE writer& standard_call::begin(void* memory,
                                                         FILE* stream) {
  if (RILL_UNLIKELY(stream != stdout) ||
      RILL_UNLIKELY(libc::held(stream) != nullptr) ||
      RILL_UNLIKELY(!standard_output.is_quick))
    return begin_locked(memory, stream);
  libc::put_area const area = libc::writable(stream);
  if (RILL_UNLIKELY(area.cursor == area.end))
    return begin_locked(memory, stream);
  return *::new (memory) standard_call(stream, nullptr, area);
}

[[gnu::noinline]] RILL_CORE void standard_call::end(writer& base,
                                                    char* cursor) {
  auto& call = static_cast<standard_call&>(base);
  if (RILL_UNLIKELY(!call.end_in_stream(cursor))) end_slowly(call, cursor);
}

[[gnu::noinline]] RILL_CORE void standard_call::end_line(writer& call,
                                                         char* cursor) {
  if (RILL_UNLIKELY(print_call::room(call, cursor) == 0))
    cursor = put_newline_slowly(call, cursor);
  else
    *cursor++ = '\n';
  end(call, cursor);
}

[[gnu::noinline]] RILL_CORE writer& standard_call::begin_locked(void* memory,
                                                                FILE* stream) {
  FILE* const locked = libc::lock(stream);
  libc::put_area const area = libc::writable(stream);
  if (stream == stdout && RILL_LIKELY(standard_output.is_quick) &&
      RILL_LIKELY(area.cursor != area.end))
    return *::new (memory) standard_call(stream, locked, area);
  return begin_slowly(memory, stream, locked);
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE writer& standard_call::begin_slowly(
    void* memory, FILE* stream, FILE* locked) {
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, stream);
  prepare_c_stream(stream);
  auto& call = *::new (memory) standard_call(stream, locked);
  os::not_cancelled(unlock);
  return call;
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE void standard_call::end_slowly(
    writer& base, char* cursor) {
  auto& call = static_cast<standard_call&>(base);
  print_call::end(call, cursor);
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, call.stream());
  finish_standard(call);
  os::not_cancelled(unlock);
  libc::unlock(call.locked_);
}

RILL_CORE void standard_call::put_slowly(writer& out, any_piece piece) {
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, static_cast<standard_call&>(out).stream());
  piece.put(out, piece.piece);
  os::not_cancelled(unlock);
}

RILL_CORE void standard_call::put_newline(writer& out, void const*) {
  out.put('\n');
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE char*
standard_call::put_newline_slowly(writer& out, char* cursor) {
  print_call::hand_over(out, cursor);
  print_call::put_slowly(out, {put_newline, nullptr});
  return out.cursor();
}

RILL_SELDOM_RUN RILL_CORE void print_text_held(FILE* stream, char const* data,
                                               std::size_t size, int last) {
  prepare_c_stream(stream);
  if (kept_error(stream)) return;
  char const character = static_cast<char>(last);
  bool is_more = last >= 0;
  char joined[4096];
  if (is_more && size < sizeof joined) {
    *copy_bytes(joined, data, size++) = character;
    data = joined;
    is_more = false;
  }
  // What was printed before ends where a print ended.
  libc::put_area const area = libc::writable(stream);
  auto const room = static_cast<std::size_t>(area.end - area.cursor);
  error_code error;
  if (room != 0 && room < size + is_more) error = libc::write_pending(stream);
  cut_sequence cut;
  while (!error) {
    error = libc::is_wide(stream) ? emit_wide(stream, cut, data, size, !is_more)
                                  : emit_bytes(stream, data, size);
    if (!is_more) break;
    data = &character;
    size = 1;
    is_more = false;
  }
  if (error) keep_error(stream, error);
  if (standard_output.is_ending) [[unlikely]]
    write_from_now_on();
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE void print_text_slowly(
    FILE* stream, char const* data, std::size_t size, int last) {
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, stream);
  print_text_held(stream, data, size, last);
  os::not_cancelled(unlock);
}

[[gnu::noinline]] RILL_CORE void print_text_locked(char const* data,
                                                   std::size_t size, int last) {
  FILE* const stream = stdout;
  FILE* const locked = libc::lock(stream);
  libc::put_area const area = libc::writable(stream);
  if (standard_output.is_quick &&
      size + (last >= 0) < static_cast<std::size_t>(area.end - area.cursor))
      [[likely]] {
    char* cursor = copy_bytes(area.cursor, data, size);
    if (last >= 0) *cursor++ = static_cast<char>(last);
    libc::put_up_to(stream, cursor);
  } else {
    print_text_slowly(stream, data, size, last);
  }
  libc::unlock(locked);
}

}  // namespace RILL_OF_THIS_MODULE detail

RILL_CORE void flush_stdout_at_exit(bool check) {
  detail::standard_output.report_at_exit = check;
}

}  // namespace rill::inline RILL_BUILD

#endif
