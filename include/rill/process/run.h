// rill/process/run.h: runs a program to its end.
//
// Floor 5. Tests: test/process/run_test.cpp, test/system/process_test.py.
#ifndef RILL_PROCESS_RUN_H
#define RILL_PROCESS_RUN_H

#include "captured_text.h"
#include "command.h"
#include "options.h"
#include "process_error.h"

namespace rill::inline RILL_BUILD {

/// What a program has printed, how it ended, and how long it took, from before
/// it was started to when its status was known.
struct run_result {
  captured_text out;
  captured_text err;
  exit_status status = exited{};
  elapsed_time time;
};

namespace detail {

// How a run has ended, and why it had to be ended, if it had to.
struct run_outcome {
  run_result value;
  error_code problem;
};

// Of programs that have not ended with 0, or were ended for a problem.
process_error failure_of(run_result const& ended, error_code problem,
                         text command);

result<run_outcome> run_to_end(command const& what, run_options const& options);

}  // namespace detail

/// Runs a program to its end and returns what it has printed. A status other
/// than 0 is not an error here.
///
/// The calling thread writes the program's input and reads its output and its
/// errors at the same time, so that neither side can block the other. What the
/// program prints is captured, up to `.limit` bytes of each stream. Its input
/// is empty unless one is given.
///
/// Returns: out, err, status and time.
/// Errors: those of try_spawn; library_problem::timed_out when the time is
/// over, ::too_large when the program prints more than the limit. In both cases
/// the program and its group are ended first, and what() of the error has the
/// last lines of standard error.
/// Cost: that of posix_spawn and of two pipes; docs/processes.md.
///
/// Example:
///     auto made = rill::try_run({"make", "-j4"}, {.limit = 1000});
///     if (made && made->status.success()) rill::print(made->out);
result<run_result> try_run(command const& what,
                           run_options const& options = {});

/// The same, and throws unless the program ends with status 0: a
/// process_error, with the command, its status and the last 20 lines of its
/// errors (of its output, where it wrote no errors).
///
/// Example:
///     rill::println(rill::run({"git", "rev-parse", "HEAD"}).out.trimmed());
run_result run(command const& what, run_options const& options = {});

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "run_body.h"
#endif

#endif
