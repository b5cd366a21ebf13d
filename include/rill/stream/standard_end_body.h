// rill/stream/standard_end_body.h: the bodies of standard_end.h.
//
// Floor 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_STANDARD_END_BODY_H
#define RILL_STREAM_STANDARD_END_BODY_H

#include "../os/hooks.h"
#include "../os/standard_message.h"
#include "standard_end.h"

namespace rill::inline RILL_BUILD {
namespace RILL_OF_THIS_MODULE detail {

RILL_SELDOM_RUN RILL_CORE bool lock_output_at_end() {
  return os::lock_stream_soon(stdout, standard_output.output_handle,
                              standard_output.patience_at_end, true);
}

RILL_SELDOM_RUN RILL_CORE error_code drain_at_end() {
  if (standard_output.finish_prints) standard_output.finish_prints();
  error_code error = standard_output.output_error;
  if (still_ours()) {
    bool const is_locked = lock_output_at_end();
    error = drain_held(stdout);
    if (is_locked) os::unlock_stream(stdout);
  }
  return drain_other_streams(error);
}

RILL_SELDOM_RUN RILL_CORE void drain_at_terminate() {
  (void)drain_at_end();
#if RILL_TRACING
  os::standard_trace::write_once();
#endif
}

RILL_SELDOM_RUN RILL_CORE void write_from_now_on() {
  if (!still_ours() || standard_output.is_over) return;
  bool const is_locked = lock_output_at_end();
  standard_output.is_ending = true;
  if (!is_locked) return;
  if (drain_held(stdout) && standard_output.report_at_exit)
    libc::forget_pending(stdout);
  libc::hide_room(stdout);
  os::unlock_stream(stdout);
}

RILL_SELDOM_RUN RILL_CORE void report_standard_output(error_code error) {
  if (!error || !standard_output.report_at_exit) return;
  if (still_ours()) libc::forget_pending(stdout);
  if (!os::is_closed_pipe(error)) os::write_message("standard output", error);
  os::exit_after_flush(1);
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE void drain_before_fork(
    FILE* stream) {
  if (kept_error(stream)) return;
  error_code const error =
      libc::write_pending_within(stream, standard_output.patience_at_fork);
  if (error == os::would_wait)
    standard_output.wait_no_longer();
  else if (error)
    keep_error(stream, error);
}

RILL_SELDOM_RUN RILL_CORE void drain_all_before_fork() {
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
  // Only after a print to it, and not waited for: see drain_standard_error.
  if (standard_output.drain_error && os::try_lock_stream(stderr)) {
    drain_before_fork(stderr);
    os::unlock_stream(stderr);
  }
  if (standard_output.fork_native) standard_output.fork_native(false);
  if (!standard_output.is_stuck_at_fork)
    standard_output.patience_at_fork = os::longest_wait;
}

RILL_SELDOM_RUN RILL_CORE void forget_after_fork() {
  standard_output.is_child = true;
  ++standard_output.fork_count;
  if (still_ours()) libc::forget_pending(stdout);
  if (standard_output.drain_error) libc::forget_pending(stderr);
  if (standard_output.fork_native) standard_output.fork_native(true);
}

RILL_SELDOM_RUN RILL_CORE error_code final_error() {
  error_code const error = drain_at_end();
  if (!error && still_ours() && libc::has_failed(stdout))
    return {error_source::system, EIO};
  return error;
}

RILL_SELDOM_RUN RILL_CORE void end_quickly(void*) {
  end_standard_input();
  if (standard_output.is_prepared) report_standard_output(final_error());
#if RILL_TRACING
  os::standard_trace::write_once();
#endif
}

RILL_SELDOM_RUN RILL_CORE void end_standard_streams() {
  end_standard_input();
  if (standard_output.is_prepared) {
    report_standard_output(final_error());
    if (standard_output.report_at_exit && standard_output.error_error)
      os::exit_after_flush(1);
  }
}

#if RILL_PROCESS_HOOKS
RILL_CORE void end_of_program() {
  standard_output.is_over = true;
  if (standard_output.at_end) standard_output.at_end();
}
#endif

RILL_SELDOM_RUN RILL_CORE void drain_before_exit() {
  end_standard_input();
  (void)drain_at_end();
}

RILL_SELDOM_RUN RILL_CORE void register_endings() {
  if (standard_output.is_registered) return;
  standard_output.is_registered = true;
  standard_output.at_end = end_standard_streams;
  os::before_exit::drain = drain_before_exit;
  os::around_each_fork(drain_all_before_fork, forget_after_fork);
  os::at_quick_exit(end_quickly);
  os::at_terminate(drain_at_terminate);
}

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#endif
