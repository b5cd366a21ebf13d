// rill/process/pipe_pump.h: any number of pipes, read and written at the same
// time by one thread.
//
// Floor 5. Tests: test/process/pipe_test.cpp.
#ifndef RILL_PROCESS_PIPE_PUMP_H
#define RILL_PROCESS_PIPE_PUMP_H

#include "../base/time_out.h"
#include "../os/file.h"
#include "captured_text.h"
#include "pipe.h"
#include "streams.h"

namespace rill::inline RILL_BUILD {

/// Reads and writes several pipes at once, in one thread, as each is ready, so
/// that none can block the others. run() does the same with the three pipes of
/// a child. On Windows the pipes are made by rill::pipe(end), where `end` is
/// the one that is pumped.
///
/// Example:
///     auto pipe = rill::pipe();
///     rill::captured_text out;
///     rill::pipe_pump pump;
///     pump.write(std::move(pipe.writer), "through a pipe");
///     pump.read(std::move(pipe.reader), out);
///     pump.run();
class pipe_pump {
 public:
  pipe_pump() noexcept = default;
  pipe_pump(pipe_pump const&) = delete;
  pipe_pump& operator=(pipe_pump const&) = delete;
  ~pipe_pump();

  /// Writes bytes, which stay the caller's until run() returns, and closes the
  /// pipe. That the other side reads no more is no error.
  /// Errors: those of fcntl(2), which makes the pipe non-blocking.
  result<void> try_write(file pipe, text bytes);
  void write(file pipe, text bytes) {
    try_write(static_cast<file&&>(pipe), bytes).value();
  }

  /// Reads to the end of a pipe: into a captured_text, or line by line into a
  /// callable that takes a rill::text. More than `limit` bytes, or a line of
  /// so many, are an error of run(): library_problem::too_large. Requires: each
  /// pipe has a captured_text of its own.
  void read(file pipe, captured_text& to, unsigned long long limit = ~0ull) {
    add_reader(static_cast<file&&>(pipe), &to, {}, limit);
  }
  template <class Callable>
    requires requires(std::decay_t<Callable>& call, text line) { call(line); }
  void read(file pipe, Callable&& take_line, unsigned long long limit = ~0ull) {
    add_reader(static_cast<file&&>(pipe), nullptr,
               run_output(static_cast<Callable&&>(take_line)), limit);
  }

  /// Moves all to the end of every pipe, and closes them. Once only.
  /// Errors: that of a pipe; library_problem::timed_out; ::too_large. What was
  /// read before is kept.
  result<void> try_run(time_limit limit = {});
  void run(time_limit limit = {}) { try_run(limit).value(); }

 private:
  struct pumped_pipe;

  void add(pumped_pipe* one) noexcept;
  void add_reader(file pipe, captured_text* to, run_output output,
                  unsigned long long limit);

  pumped_pipe* first_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "pipe_pump_body.h"
#endif

#endif
