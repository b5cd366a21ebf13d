// rill/stream/standard_end.h: what happens to the standard streams when the
// program forks or ends.
//
// Floor 4. Throws nothing, allocates nothing. Other threads may be in the
// middle of a print, in a hook that takes long or stuck in a full pipe: the
// end waits for a lock of theirs only while the other side reads, and fork a
// second at most (docs/threads.md). Tests: test/system/ending_test.py and
// others of test/system/.
#ifndef RILL_STREAM_STANDARD_END_H
#define RILL_STREAM_STANDARD_END_H

#include "../os/standard_message.h"
#include "standard_state.h"

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

RILL_SELDOM_RUN inline bool lock_output_at_end() {
  return os::lock_stream_soon(stdout, standard_output.output_handle,
                              standard_output.patience_at_end, true);
}

// Writes what the standard streams hold when the program ends. A thread
// may keep the lock of stdout: then the bytes are written without it, as by the
// C library at its own end.
RILL_SELDOM_RUN inline error_code drain_at_end() {
  if (standard_output.finish_prints) standard_output.finish_prints();
  error_code error = standard_output.output_error;
  if (still_ours()) {
    bool const is_locked = lock_output_at_end();
    error = drain_held(stdout);
    if (is_locked) os::unlock_stream(stdout);
  }
  return drain_other_streams(error);
}
RILL_SELDOM_RUN inline void drain_at_terminate() { (void)drain_at_end(); }

// From here on each print is written before it returns. Static objects of
// other libraries flush stdout when they go (std::ios_base::Init does), by
// the library's means: what they find there may be lost without a message.
RILL_SELDOM_RUN inline void write_from_now_on() {
  if (!still_ours() || standard_output.is_over) return;
  bool const is_locked = lock_output_at_end();
  standard_output.is_ending = true;
  if (!is_locked) return;
  if (drain_held(stdout) && standard_output.report_at_exit)
    libc::forget_pending(stdout);
  libc::hide_room(stdout);
  os::unlock_stream(stdout);
}

// The end of a standard stream: a message, except for a pipe whose reader has
// left, and exit status 1.
RILL_SELDOM_RUN inline void report_standard_output(error_code error) {
  if (!error || !standard_output.report_at_exit) return;
  if (still_ours()) libc::forget_pending(stdout);
  if (!os::is_closed_pipe(error)) os::write_message("standard output", error);
  os::exit_after_flush(1);
}

// Of a stream whose lock the caller has. What could not be written in time
// stays, and the next stream is not waited for.
RILL_SELDOM_RUN [[gnu::noinline]] inline void drain_before_fork(FILE* stream) {
  if (kept_error(stream)) return;
  error_code const error =
      libc::write_pending_within(stream, standard_output.patience_at_fork);
  if (error == os::would_wait)
    standard_output.wait_no_longer();
  else if (error)
    keep_error(stream, error);
}

// Runs in the parent before fork, so that the child's copy of the buffer is
// empty and what was printed comes before what the child prints. Not waited
// for longer than a second: the child may be the one that is to read.
RILL_SELDOM_RUN inline void drain_all_before_fork() {
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

// Runs in the child: what other threads printed since then, and what could
// not be written, is the parent's. (To hold the lock of stdout from the one
// to the other could wait for ever for a thread in fflush(nullptr), which
// takes the locks of glibc in another order than fork.)
RILL_SELDOM_RUN inline void forget_after_fork() {
  standard_output.is_child = true;
  ++standard_output.fork_count;
  if (still_ours()) libc::forget_pending(stdout);
  if (standard_output.drain_error) libc::forget_pending(stderr);
  if (standard_output.fork_native) standard_output.fork_native(true);
}

// What others lost while they flushed stdout has no reason any more, only a
// mark.
RILL_SELDOM_RUN inline error_code final_error() {
  error_code const error = drain_at_end();
  if (!error && still_ours() && libc::has_failed(stdout))
    return {error_source::system, EIO};
  return error;
}

// What was read ahead of a file goes back to it, for whoever reads on.
RILL_ALWAYS_INLINE void end_standard_input() {
  if (standard_output.return_input) standard_output.return_input();
  if (standard_output.return_native_input)
    standard_output.return_native_input();
}

RILL_SELDOM_RUN inline void end_quickly(void*) {
  end_standard_input();
  if (standard_output.is_prepared) report_standard_output(final_error());
}

// The last that happens to the standard streams: of the program, or of the
// shared library that this code is in. Then the program goes on, and handlers
// of atexit and destructors of static objects run after this.
RILL_SELDOM_RUN inline void end_standard_streams() {
  end_standard_input();
  if (standard_output.is_prepared) {
    report_standard_output(final_error());
    if (standard_output.report_at_exit && standard_output.error_error)
      os::exit_after_flush(1);
  }
}

// Runs after the destructors of static objects (an atexit handler would run
// before some of them); the C library closes its streams after this. Through a
// pointer, so that a file that includes this and prints nothing has nothing of
// it.
[[gnu::destructor]] inline void end_of_program() {
  standard_output.is_over = true;
  if (standard_output.at_end) standard_output.at_end();
}

// The program ends in the middle, after an error whose message is written.
RILL_SELDOM_RUN inline void drain_before_exit() {
  end_standard_input();
  (void)drain_at_end();
}

// Once, before a standard stream is first used.
RILL_SELDOM_RUN inline void register_endings() {
  if (standard_output.is_registered) return;
  standard_output.is_registered = true;
  standard_output.at_end = end_standard_streams;
  os::before_exit::drain = drain_before_exit;
  os::around_each_fork(drain_all_before_fork, forget_after_fork);
  os::at_quick_exit(end_quickly);
  // Other handlers may stand on this one, so that it cannot be taken away.
  if (!os::is_library()) os::at_terminate(drain_at_terminate);
}

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#endif
