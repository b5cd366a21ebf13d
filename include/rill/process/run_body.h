// rill/process/run_body.h: the bodies of run.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PROCESS_RUN_BODY_H
#define RILL_PROCESS_RUN_BODY_H

#include "run.h"
#include "run_session.h"

namespace rill::inline RILL_BUILD {

namespace detail {

RILL_SELDOM_RUN RILL_CORE process_error failure_of(run_result const& ended,
                                                   error_code problem,
                                                   text command) {
  error_code const code =
      problem ? problem : error_code(library_problem::child_failed);
  text const said = ended.err.empty() ? ended.out.bytes() : ended.err.bytes();
  return {code, command, ended.status, said};
}

RILL_SELDOM_RUN RILL_CORE result<run_outcome> run_to_end(
    command const& what, run_options const& options) {
  if (error problem = problem_of(what)) return problem;
  program_list programs;
  programs.add(what);
  run_session session(options);
  if (error problem = session.run(programs)) return problem;
  return run_outcome{{static_cast<captured_text&&>(session.out()),
                      static_cast<captured_text&&>(session.err()),
                      session.statuses().empty() ? exit_status(exited{})
                                                 : session.statuses()[0],
                      session.time()},
                     session.problem()};
}

}  // namespace detail

RILL_SELDOM_RUN RILL_CORE result<run_result> try_run(
    command const& what, run_options const& options) {
  result<detail::run_outcome> done = detail::run_to_end(what, options);
  if (!done) return done.error();
  if (done->problem)
    return detail::failure_of(done->value, done->problem, what.to_text());
  return static_cast<run_result&&>(done->value);
}

RILL_SELDOM_RUN RILL_CORE run_result run(command const& what,
                                         run_options const& options) {
  result<detail::run_outcome> done = detail::run_to_end(what, options);
  detail::run_outcome& outcome = done.value();
  if (outcome.problem || !outcome.value.status.success())
    raise(detail::failure_of(outcome.value, outcome.problem, what.to_text()));
  return static_cast<run_result&&>(outcome.value);
}

}  // namespace rill::inline RILL_BUILD

#endif
