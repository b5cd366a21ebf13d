// rill/process/child.h: a program that runs beside this one.
//
// Floor 5. Tests: test/process/child_test.cpp, test/system/process_test.py.
#ifndef RILL_PROCESS_CHILD_H
#define RILL_PROCESS_CHILD_H

#include "../base/time_out.h"
#include "../memory/owned_text.h"
#include "../memory/remake.h"
#include "../os/child.h"
#include "../stream/file_reader.h"
#include "child_writer.h"
#include "exit_status.h"
#include "options.h"

namespace rill::inline RILL_BUILD {

/// How a child is stopped.
struct stop_options {
  /// How long it has from being asked (SIGTERM; CTRL_BREAK on Windows) to being
  /// ended. Not set: it is not asked.
  time_limit ask = {};
};

namespace detail {

// A reader or writer, or none.
template <class Stream>
using optional_stream = basic_result<Stream, error_code>;

class child_access;  // makes one: process/spawn.h

}  // namespace detail

/// A process that was started by spawn(). Movable.
///
/// The destructor closes the pipes and ends the child and its group, or waits
/// for it, as spawn_options::at_end says: no zombie
/// is left, unless this program may not signal the child.
class child {
 public:
  /// No process: id() is 0.
  child() noexcept = default;
  child(child&& other) noexcept
      : process_(other.process_),
        name_(static_cast<owned_text&&>(other.name_)),
        in_(static_cast<detail::optional_stream<child_writer>&&>(other.in_)),
        out_(static_cast<detail::optional_stream<file_reader>&&>(other.out_)),
        err_(static_cast<detail::optional_stream<file_reader>&&>(other.err_)),
        status_(other.status_),
        lost_(other.lost_),
        at_end_(other.at_end_) {
    other.process_ = {};
  }
  child& operator=(child&& other) noexcept {
    return detail::remake(*this, static_cast<child&&>(other));
  }
  ~child();

  /// What the child reads. Requires `.in = rill::piped`.
  child_writer& in() { return piped(in_, 0); }
  /// What the child writes. Requires `.out`, `.err` = rill::piped.
  file_reader& out() { return piped(out_, 1); }
  file_reader& err() { return piped(err_, 2); }

  /// The number of the process; 0 before it is spawned and once its status is
  /// known.
  int id() const noexcept { return process_.id; }

  /// Closes in() and waits for the child to end. The status is kept, for later
  /// calls. Bytes that the child did not read are no error.
  ///
  /// A child that prints more into a pipe than that holds (64 KiB on Linux)
  /// ends only when out() and err() are read.
  /// Errors: ECHILD when SIGCHLD is ignored, or other code has waited for it;
  /// what closing in() says.
  result<exit_status> try_wait();
  exit_status wait() { return try_wait().value(); }

  /// Waits at most so long, and leaves in() as it is. Returns true when the
  /// child has ended; then wait() says how, at once.
  template <detail::time_out Duration>
  result<bool> try_wait_for(Duration limit) {
    return await(detail::nanoseconds_in(limit));
  }
  template <detail::time_out Duration>
  bool wait_for(Duration limit) {
    return try_wait_for(limit).value();
  }

  /// Ends the child and its group, and waits for it: with `.ask` it is asked
  /// before and has that long.
  /// Errors: EPERM for a program with other rights; those of try_wait.
  result<exit_status> try_stop(stop_options options = {});
  exit_status stop(stop_options options = {}) {
    return try_stop(options).value();
  }

  /// Ends the child and its group (Windows: its job) without waiting; wait()
  /// has the status. Without a group of its own the child alone is ended, and
  /// what has left the group (setsid) is not. After wait() there is nothing to
  /// end: the numbers may mean others then.
  result<void> try_kill_tree();
  void kill_tree() { try_kill_tree().value(); }

 private:
  friend detail::child_access;

  template <class Stream>
  Stream& piped(detail::optional_stream<Stream>& stream, int target) {
    if (!stream) refuse(target);
    return *stream;
  }

  // Raises that a stream is not piped.
  [[noreturn]] void refuse(int target) const;
  result<bool> await(unsigned long long nanoseconds);
  error failure(char const* operation, error_code code) const;
  result<exit_status> known_status() const;

  // A child that reads no more has its reasons.
  error close_input();

  result<exit_status> collected();

  // A child that may not be ended is left alone.
  error_code end_now();

  os::child_process process_;
  owned_text name_;
  detail::optional_stream<child_writer> in_ =
      error_code(library_problem::closed);
  detail::optional_stream<file_reader> out_ =
      error_code(library_problem::closed);
  detail::optional_stream<file_reader> err_ =
      error_code(library_problem::closed);
  exit_status status_ = exited{};
  error_code lost_;  // why the status is not known
  child_end at_end_ = child_end::stop;
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "child_body.h"
#endif

#endif
