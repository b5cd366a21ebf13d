// rill/process/child_body.h: the bodies of child.h.
//
// Layer 6. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PROCESS_CHILD_BODY_H
#define RILL_PROCESS_CHILD_BODY_H

#include "child.h"
#include "start.h"

namespace rill::inline RILL_BUILD {

RILL_COLD RILL_CORE_STRUCTOR child::~child() {
  if (process_.id == 0) return;
  // Kill first: closing in() writes its buffer, which blocks while the pipe is
  // full.
  if (at_end_ == child_end::stop) (void)os::end_tree(process_);
  close_input();
  out_ = error_code(library_problem::closed);
  err_ = error_code(library_problem::closed);
  if (at_end_ == child_end::stop)
    (void)end_now();
  else
    (void)os::collect(process_);
}

RILL_COLD RILL_CORE result<exit_status> child::try_wait() {
  if (process_.id == 0) return known_status();
  if (error const lost = close_input()) return lost;
  return collected();
}

RILL_COLD RILL_CORE result<exit_status> child::try_stop(stop_options options) {
  if (process_.id == 0) return known_status();
  if (options.ask.is_set()) {
    if (error_code const problem = os::ask_to_stop(process_))
      return failure("stop", problem);
    (void)os::await_end(process_, options.ask.nanoseconds());
  }
  if (error_code const problem = os::end_tree(process_))
    return failure("stop", problem);
  return collected();
}

RILL_COLD RILL_CORE result<void> child::try_kill_tree() {
  if (error_code const problem = os::end_tree(process_))
    return failure("stop", problem);
  return {};
}

RILL_COLD RILL_CORE error child::failure(char const* operation,
                                         error_code code) const {
  return {code, text(operation), name_.bytes()};
}

RILL_COLD RILL_CORE result<exit_status> child::known_status() const {
  if (name_.empty()) return failure("wait for", library_problem::closed);
  if (lost_) return failure("wait for", lost_);
  return status_;
}

RILL_COLD RILL_CORE error child::close_input() {
  if (!in_) return {};
  result<void> const closed = in_->try_close();
  in_ = error_code(library_problem::closed);
  if (closed || os::is_closed_pipe(closed.error().code())) return {};
  return closed.error();
}

RILL_COLD RILL_CORE result<exit_status> child::collected() {
  os::collected const end = os::collect(process_);
  lost_ = end.error;
  if (lost_) return failure("wait for", lost_);
  return status_ = exit_status(end.report);
}

RILL_COLD RILL_CORE error_code child::end_now() {
  error_code const problem = os::end_tree(process_);
  if (problem)
    os::release(process_);
  else
    (void)os::collect(process_);
  return problem;
}

RILL_COLD RILL_CORE void child::refuse(int target) const {
  rill::raise(error(library_problem::closed, "use",
                    detail::child_stream_name(target, name_.bytes())));
}

RILL_COLD RILL_CORE result<bool> child::await(unsigned long long nanoseconds) {
  if (process_.id == 0) return true;
  os::awaited const answer = os::await_end(process_, nanoseconds);
  if (answer.error) return failure("wait for", answer.error);
  return answer.has_ended;
}

}  // namespace rill::inline RILL_BUILD

#endif
