// rill/stream/standard_state.h: what rill knows of C's stdout and stderr, and
// how what they hold is written.
//
// Floor 4. Throws nothing, allocates nothing: an error of the standard streams
// is kept, flush() reports it, and the end of the program does
// (docs/decisions/0005-errors.md). Tests: test/system/.
#ifndef RILL_STREAM_STANDARD_STATE_H
#define RILL_STREAM_STANDARD_STATE_H

#include "../os/c_stream.h"
#include "c_stream_writer.h"

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

// What rill knows of the standard streams. One for the program.
struct standard_output_state {
  bool is_prepared = false;
  bool is_error_prepared = false;
  bool is_registered = false;
  bool is_ending = false;  // exit was called: each print is written at once
  bool is_over = false;    // what is printed now is checked no more
  bool report_at_exit = true;
  error_code output_error;
  error_code error_error;
  bool is_quick = false;  // prepared, and no error yet: see put_directly
  void (*drain_error)() = nullptr;  // set when stderr is first printed to
  error_code (*drain_native)() = nullptr;        // when out() is first used
  error_code (*drain_native_error)() = nullptr;  // and err()
  void (*fork_native)(bool is_child) = nullptr;  // out() when it forks
  void (*at_end)() = nullptr;  // set when a standard stream is first used
  FILE* output = nullptr;      // what stdout was then: see still_ours
  os::native_handle output_handle = os::no_handle;  // and its descriptor
  void (*finish_prints)() = nullptr;                // see unfinished_print
  bool is_child = false;                    // a fork has made this process
  int fork_count = 0;                       // and how many were before it
  void (*return_input)() = nullptr;         // set when stdin is first read
  void (*return_native_input)() = nullptr;  // and in()
  int patience_at_end = os::longest_wait;   // see os::lock_stream_soon
  // The next fork does not wait for what this one has waited for in vain.
  int patience_at_fork = os::longest_wait;
  bool is_stuck_at_fork = false;
  void wait_no_longer() noexcept {
    patience_at_fork = 0;
    is_stuck_at_fork = true;
  }
};
RILL_STATE inline standard_output_state standard_output;

// Where the errors of a standard stream are kept.
error_code& kept_error(FILE* stream);

// From now on nothing is accepted: what follows a piece that is missing must
// not be printed as if nothing were.
void keep_error(FILE* stream, error_code error);

// Writes what a standard stream holds. Returns the error, also one of before.
// The caller holds the lock.
[[gnu::cold]] error_code drain_held(FILE* stream);

// The same for a caller without it.
[[gnu::cold]] error_code drain_c_stream(FILE* stream);

[[gnu::cold]] error_code drain_standard_output();

// A program may point `stdout` at a stream of its own, and close that. At the
// end of the program only the stream that was there at first is known to be
// one still.
bool still_ours();

// Standard error holds bytes only where its user has given it a buffer. Not
// waited for: it is what a thread may be stuck in.
[[gnu::cold]] void drain_standard_error();

// Writes what all but stdout hold; the first error of standard output.
[[gnu::cold]] error_code drain_other_streams(error_code error);

// Writes what the standard streams hold, those of C and the native ones; the
// first error of standard output.
[[gnu::cold]] error_code drain_standard_streams();

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "standard_state_body.h"
#endif

#endif
