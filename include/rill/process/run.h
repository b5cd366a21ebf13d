// rill/process/run.h: runs a program, or several joined by pipes, to its end.
//
// Layer 6. Tests: test/process/run_test.cpp, test/system/process_test.py,
// test/process/pipeline_test.cpp.
#ifndef RILL_PROCESS_RUN_H
#define RILL_PROCESS_RUN_H

#include "child.h"
#include "command.h"
#include "options.h"

// Runs a program to its end.

namespace rill::inline RILL_BUILD {

/// The output of a program, its status, and its time from before the start
/// until the status was known.
struct run_result {
  captured_text out;
  captured_text err;
  exit_status status = exited{};
  elapsed_time time;
};

namespace detail {

// The result of a run, and the reason if the program had to be killed.
struct run_outcome {
  run_result value;
  error_code problem;
};

// Makes the error for programs that have not exited with 0, or were killed.
process_error failure_of(run_result const& ended, error_code problem,
                         text command);

result<run_outcome> run_to_end(command const& what, run_options const& options);

}  // namespace detail

/// Runs a program to its end and returns its output. A status other than 0 is
/// not an error.
///
/// The calling thread writes the program's input and reads its output and its
/// errors at the same time, so that neither side can block the other. By
/// default it captures the output, up to `.limit` bytes of each stream, and the
/// input is empty.
///
/// Returns: out, err, status and time.
/// Errors: those of try_spawn; library_problem::timed_out after the time-out,
/// ::too_large if the program prints more than the limit. In both cases the
/// program and its group are killed first, and what() of the error has the last
/// lines of standard error. EPERM if a program with other rights cannot be
/// killed; it runs on.
/// Cost: posix_spawn and two pipes; docs/processes.md.
///
/// Example:
///     auto made = rill::try_run({"make", "-j4"}, {.limit = 1000});
///     if (made && made->status.success()) rill::print(made->out);
result<run_result> try_run(command const& what,
                           run_options const& options = {});

/// The same, but throws a process_error unless the program exits with 0. The
/// error has the command, the status and the last 20 lines of standard error,
/// or of the output if there were no errors.
///
/// Example:
///     rill::println(rill::run({"git", "rev-parse", "HEAD"}).out.trimmed());
run_result run(command const& what, run_options const& options = {});

// Pipelines: programs connected by pipes.

/// The output of the last program of a pipeline, and the errors of all.
/// `status` is that of the last program that has not exited with 0, like bash's
/// pipefail, or success; `statuses` has all.
struct pipeline_result : run_result {
  detail::small_vector<exit_status, 5> statuses;
};

/// Programs that run at the same time, connected by pipes. Movable and
/// copyable. Prints itself in the form for a shell: `ls -l | wc -l`.
///
/// Example:
///     auto found = rill::pipeline{{"ps", "ax"}, {"grep", "rill"}}.run();
///     auto count = (rill::command{"ls"} | rill::command{"wc", "-l"}).run();
class pipeline {
 public:
  pipeline() noexcept = default;
  pipeline(std::initializer_list<command> commands) {
    for (command const& one : commands) add(one);
  }
  pipeline(pipeline&& other) noexcept = default;
  pipeline& operator=(pipeline&& other) noexcept = default;
  pipeline(pipeline const& other) { add_all(other); }
  pipeline& operator=(pipeline const& other) {
    if (this != &other) *this = pipeline(other);
    return *this;
  }

  /// Adds a program at the end.
  pipeline& add(command const& one) {
    ends_.reserve(ends_.size() + 1);
    arguments_.add_all(one);
    ends_.add(arguments_.size());
    return *this;
  }
  /// The number of programs.
  std::size_t size() const noexcept { return ends_.size(); }

  /// Runs all to their end. The options are those of try_run. `.in` applies to
  /// the first program, `.out` to the last; all share `.err` and the group. A
  /// program that is ended by SIGPIPE, because the next one stopped reading,
  /// has not exited with 0.
  /// Errors: those of try_run; library_problem::empty_command also for a
  /// pipeline without programs.
  result<pipeline_result> try_run(run_options const& options = {}) const;
  /// The same, but throws process_error unless each exits with 0.
  pipeline_result run(run_options const& options = {}) const;

  /// The form for a shell.
  owned_text to_text() const;
  friend void rill_print(auto& out, pipeline const& p) { out(p.to_text()); }

 private:
  struct outcome {
    pipeline_result value;
    error_code problem;
  };

  command program(std::size_t i) const;
  void add_all(pipeline const& other) {
    for (std::size_t i = 0; i != other.size(); ++i) add(other.program(i));
  }

  result<outcome> run_to_end(run_options const& options) const;

  command arguments_;  // of all programs, one after the other
  detail::small_vector<std::size_t, 5> ends_;  // where those of each end
};

/// Connects the output of the first to the input of the second.
inline pipeline operator|(command const& first, command const& second) {
  return pipeline{first, second};
}
inline pipeline operator|(pipeline first, command const& second) {
  first.add(second);
  return first;
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "run_body.h"
#endif

#endif
