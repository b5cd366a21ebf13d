// rill/cstdio/standard_output_body.h: the bodies of standard_output.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_CSTDIO_STANDARD_OUTPUT_BODY_H
#define RILL_CSTDIO_STANDARD_OUTPUT_BODY_H

#include "standard_output.h"

#include "../os/error.h"
#include "../os/hooks.h"

namespace rill::inline RILL_BUILD {
namespace RILL_OF_THIS_MODULE detail {

RILL_COLD RILL_CORE bool lock_output_at_end() {
  int patience = standard_output.patience_at_end;
  bool const is_locked = os::lock_stream_soon(
      stdout, standard_output.output_handle, patience, true);
  standard_output.patience_at_end = patience;
  return is_locked;
}

RILL_COLD RILL_CORE standard_errors drain_at_end() {
  if (standard_output.finish_prints) standard_output.finish_prints();
  error_code error = standard_output.output_error;
  if (still_ours()) {
    bool const is_locked = lock_output_at_end();
    error = drain_held(stdout);
    if (is_locked) os::unlock_stream(stdout);
  }
  return drain_other_streams(error, draining::end);
}

RILL_COLD RILL_CORE void drain_at_terminate() {
  (void)drain_at_end();
#if RILL_TRACING
  os::standard_trace::write_once();
#endif
}

RILL_COLD RILL_CORE void write_from_now_on() {
  if (!still_ours() || standard_output.is_over) return;
  bool const is_locked = lock_output_at_end();
  standard_output.is_ending = true;
  if (!is_locked) return;
  if (drain_held(stdout) && standard_output.report_at_exit)
    libc::forget_pending(stdout);
  libc::hide_room(stdout);
  os::unlock_stream(stdout);
}

RILL_COLD RILL_CORE void report_standard_output(error_code error) {
  if (!error || !standard_output.report_at_exit) return;
  if (os::ends_program() && still_ours()) libc::forget_pending(stdout);
  if (!os::is_closed_pipe(error)) os::write_message("standard output", error);
  if (os::ends_program()) os::exit_after_flush(1);
  standard_output.report_at_exit = false;  // each file's destructor comes here
}

RILL_COLD [[gnu::noinline]] RILL_CORE void drain_before_fork(FILE* stream) {
  if (kept_error(stream)) return;
  error_code const error =
      libc::write_pending_within(stream, standard_output.patience_at_fork);
  if (error == os::would_wait)
    standard_output.wait_no_longer();
  else if (error)
    keep_error(stream, error);
}

RILL_COLD RILL_CORE void drain_all_before_fork() {
  standard_output.is_stuck_at_fork = false;
  int patience = standard_output.patience_at_fork;
  bool const is_ours = still_ours();
  if (is_ours && os::lock_stream_soon(stdout, standard_output.output_handle,
                                      patience, false)) {
    drain_before_fork(stdout);
    os::unlock_stream(stdout);
  } else if (is_ours) {
    standard_output.wait_no_longer();
  }
  // stderr holds bytes only after a print to it. Does not wait for its lock:
  // see drain_standard_error.
  if (standard_output.drain_error && os::try_lock_stream(stderr)) {
    drain_before_fork(stderr);
    os::unlock_stream(stderr);
  }
  (void)drain_other_streams({}, draining::before_fork);
  if (!standard_output.is_stuck_at_fork)
    standard_output.patience_at_fork = os::longest_wait;
}

RILL_COLD RILL_CORE void forget_after_fork() {
  standard_output.is_child = true;
  ++standard_output.fork_count;
  if (still_ours()) libc::forget_pending(stdout);
  if (standard_output.drain_error) libc::forget_pending(stderr);
  (void)drain_other_streams({}, draining::after_fork);
}

RILL_COLD RILL_CORE standard_errors final_errors() {
  standard_errors kept = drain_at_end();
  if (!kept.output && still_ours() && libc::has_failed(stdout))
    kept.output = {error_source::system, EIO};
  return kept;
}

RILL_COLD RILL_CORE void end_quickly(void*) {
  os::note_program_end();
  end_standard_input();
  if (standard_output.is_prepared)
    report_standard_output(final_errors().output);
#if RILL_TRACING
  os::standard_trace::write_once();
#endif
}

RILL_COLD RILL_CORE void end_standard_streams() {
  end_standard_input();
  if (standard_output.is_prepared) {
    standard_errors const kept = final_errors();
    report_standard_output(kept.output);
    if (standard_output.report_at_exit && kept.error && os::ends_program())
      os::exit_after_flush(1);
  }
}

#if RILL_PROCESS_HOOKS
RILL_CORE void end_of_program() {
  standard_output.is_over = true;
  if (standard_output.at_end) standard_output.at_end();
}
#endif

RILL_COLD RILL_CORE void drain_before_exit() {
  end_standard_input();
  (void)drain_at_end();
}

RILL_COLD RILL_CORE void register_endings() {
  if (standard_output.is_registered) return;
  standard_output.is_registered = true;
  standard_output.at_end = end_standard_streams;
  os::before_exit::set(os::before_exit::drain, drain_before_exit);
  if (!os::refuses_handlers())
    os::around_each_fork(drain_all_before_fork, forget_after_fork);
  os::at_quick_exit(end_quickly);
  os::at_terminate(drain_at_terminate);
  os::watch_end();
}

RILL_COLD RILL_CORE void buffer_c_stream(FILE* stream, os::buffering wanted,
                                         stream_memory& memory,
                                         std::size_t usual_size) {
  int const mode = wanted.mode == os::buffer_mode::none   ? _IONBF
                   : wanted.mode == os::buffer_mode::line ? _IOLBF
                                                          : _IOFBF;
  std::size_t const size = wanted.size != 0 ? wanted.size : usual_size;
  (void)::setvbuf(stream, mode == _IONBF ? nullptr : memory.take(size), mode,
                  size);
}

RILL_COLD RILL_CORE void buffer_standard_output() {
  os::buffering wanted = os::wanted_buffering("RILL_STDOUT", "_STDBUF_O");
  if (wanted.mode == os::buffer_mode::unset &&
      os::is_terminal(libc::handle_of(stdout)))
    wanted.mode = os::buffer_mode::line;
  buffer_c_stream(stdout, wanted, memory_of_output, sizeof standard_buffer);
}

RILL_COLD [[gnu::noinline]] RILL_CORE void prepare_standard_output() {
  register_endings();
  os::at_exit(write_from_now_on);
  standard_output.output = stdout;
  standard_output.output_handle = libc::handle_of(stdout);
  if (libc::is_fresh(stdout)) buffer_standard_output();
  standard_output.has_fast_path = true;
  standard_output.is_prepared = true;
}

RILL_COLD RILL_CORE void register_endings_once() {
  FILE* const locked = libc::lock(stdout);
  register_endings();
  libc::unlock(locked);
}

RILL_CORE void ensure_standard_output() {
  if (standard_output.is_prepared) return;
  FILE* const locked = libc::lock(stdout);
  if (!standard_output.is_prepared) prepare_standard_output();
  libc::unlock(locked);
}

RILL_COLD RILL_CORE void prepare_standard_error() {
  if (standard_output.is_error_prepared) return;
  standard_output.is_error_prepared = true;
  standard_output.drain_error = drain_standard_error;
  os::buffering const wanted = os::wanted_buffering("RILL_STDERR", "_STDBUF_E");
  if (wanted.mode != os::buffer_mode::unset && libc::is_unused(stderr))
    buffer_c_stream(stderr, wanted, memory_of_error, 4096);
}

RILL_COLD [[gnu::noinline]] RILL_CORE void prepare_c_stream(FILE* stream) {
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

RILL_COLD [[gnu::noinline]] RILL_CORE void finish_standard(
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
      RILL_UNLIKELY(!standard_output.has_fast_path))
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
  if (stream == stdout && RILL_LIKELY(standard_output.has_fast_path) &&
      RILL_LIKELY(area.cursor != area.end))
    return *::new (memory) standard_call(stream, locked, area);
  return begin_slowly(memory, stream, locked);
}

RILL_COLD [[gnu::noinline]] RILL_CORE writer& standard_call::begin_slowly(
    void* memory, FILE* stream, FILE* locked) {
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, stream);
  prepare_c_stream(stream);
  auto& call = *::new (memory) standard_call(stream, locked);
  os::not_cancelled(unlock);
  return call;
}

RILL_COLD [[gnu::noinline]] RILL_CORE void standard_call::end_slowly(
    writer& base, char* cursor) {
  auto& call = static_cast<standard_call&>(base);
  print_call::end(call, cursor);
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, call.stream());
  finish_standard(call);
  os::not_cancelled(unlock);
  libc::unlock(call.locked_);
}

RILL_CORE void standard_call::put_slowly(writer& out, any_arg arg) {
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, static_cast<standard_call&>(out).stream());
  arg.put(out, arg.arg);
  os::not_cancelled(unlock);
}

RILL_CORE void standard_call::put_newline(writer& out, void const*) {
  out.put('\n');
}

RILL_COLD [[gnu::noinline]] RILL_CORE char* standard_call::put_newline_slowly(
    writer& out, char* cursor) {
  print_call::hand_over(out, cursor);
  print_call::put_slowly(out, {put_newline, nullptr});
  return out.cursor();
}

RILL_COLD RILL_CORE void print_text_held(FILE* stream, char const* data,
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
  // Writes earlier prints first, so that the write ends where a print ended.
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

RILL_COLD [[gnu::noinline]] RILL_CORE void print_text_slowly(FILE* stream,
                                                             char const* data,
                                                             std::size_t size,
                                                             int last) {
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
  if (standard_output.has_fast_path &&
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
