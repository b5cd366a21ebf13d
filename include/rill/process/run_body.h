// rill/process/run_body.h: the bodies of run.h.
//
// Layer 6. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PROCESS_RUN_BODY_H
#define RILL_PROCESS_RUN_BODY_H

#include "run.h"

#include "run_session.h"

namespace rill::inline RILL_BUILD {

namespace detail {

RILL_COLD RILL_CORE process_error failure_of(run_result const& ended,
                                             error_code problem, text command) {
  error_code const code =
      problem ? problem : error_code(library_problem::child_failed);
  text const said = ended.err.empty() ? ended.out.bytes() : ended.err.bytes();
  return {code, command, ended.status, said};
}

RILL_COLD RILL_CORE result<run_outcome> run_to_end(command const& what,
                                                   run_options const& options) {
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

RILL_COLD RILL_CORE result<run_result> try_run(command const& what,
                                               run_options const& options) {
  result<detail::run_outcome> done = detail::run_to_end(what, options);
  if (!done) return done.error();
  if (done->problem)
    return detail::failure_of(done->value, done->problem, what.to_text());
  return static_cast<run_result&&>(done->value);
}

RILL_COLD RILL_CORE run_result run(command const& what,
                                   run_options const& options) {
  result<detail::run_outcome> done = detail::run_to_end(what, options);
  detail::run_outcome& outcome = done.value();
  if (outcome.problem || !outcome.value.status.success())
    raise(detail::failure_of(outcome.value, outcome.problem, what.to_text()));
  return static_cast<run_result&&>(outcome.value);
}

RILL_COLD RILL_CORE result<pipeline_result> pipeline::try_run(
    run_options const& options) const {
  result<outcome> done = run_to_end(options);
  if (!done) return done.error();
  if (done->problem)
    return detail::failure_of(done->value, done->problem, to_text());
  return static_cast<pipeline_result&&>(done->value);
}

RILL_COLD RILL_CORE pipeline_result
pipeline::run(run_options const& options) const {
  result<outcome> done = run_to_end(options);
  outcome& ended = done.value();
  if (ended.problem || !ended.value.status.success())
    raise(detail::failure_of(ended.value, ended.problem, to_text()));
  return static_cast<pipeline_result&&>(ended.value);
}

RILL_COLD RILL_CORE owned_text pipeline::to_text() const {
  owned_text result;
  for (std::size_t i = 0; i != size(); ++i) {
    if (i != 0) result.add(" | ");
    result.add(program(i).to_text().bytes());
  }
  return result;
}

RILL_COLD RILL_CORE command pipeline::program(std::size_t i) const {
  command one;
  for (std::size_t at = i == 0 ? 0 : ends_[i - 1]; at != ends_[i]; ++at)
    one.add(arguments_[at]);
  return one;
}

RILL_COLD RILL_CORE result<pipeline::outcome> pipeline::run_to_end(
    run_options const& options) const {
  detail::program_list programs;
  if (size() == 0) return error(library_problem::empty_command, "run");
  for (std::size_t i = 0; i != size(); ++i) {
    command const one = program(i);
    if (error reason = detail::problem_of(one)) return reason;
    programs.ends.add(ends_[i]);
  }
  for (text const one : arguments_) programs.arguments.add(one);
  detail::run_session session(options);
  if (error reason = session.run(programs)) return reason;
  outcome done;
  done.value.out = static_cast<captured_text&&>(session.out());
  done.value.err = static_cast<captured_text&&>(session.err());
  done.value.time = session.time();
  done.problem = session.problem();
  for (exit_status const one : session.statuses())
    if (!one.success()) done.value.status = one;
  done.value.statuses =
      static_cast<detail::small_vector<exit_status, 5>&&>(session.statuses());
  return done;
}

}  // namespace rill::inline RILL_BUILD

#endif
