// rill/process/pipe.h: pipes, named pipes, and pumping several pipes at once.
//
// Layer 6. Tests: test/process/pipe_test.cpp.
#ifndef RILL_PROCESS_PIPE_H
#define RILL_PROCESS_PIPE_H

#include "../base/time_out.h"
#include "../os/file.h"
#include "../os/process.h"
#include "options.h"
#include "streams.h"

// Pipes and named pipes.

namespace rill::inline RILL_BUILD {

/// The end of a pipe that a pipe_pump will use, if any. Only Windows needs this
/// choice; only a pipe_pump can use that end there.
using os::pumped_end;

/// The two ends of a pipe.
struct pipe_files {
  file reader;
  file writer;
};

/// Makes a pipe. The reader returns what is written to the writer, and ends
/// once every writer is closed. Children do not inherit the ends unless they
/// are passed as options.
/// Errors: EMFILE, ENFILE.
///
/// Example:
///     auto [reader, writer] = rill::pipe();
///     rill::print(writer, "a line");
///     writer.close();
///     rill::loaded_file const all = rill::load(reader);
inline result<pipe_files> try_pipe(pumped_end pumped = pumped_end::none) {
  os::pipe_ends const ends = os::make_pipe(pumped);
  if (ends.error) return error(ends.error, "make a pipe");
  return pipe_files{file(ends.reader), file(ends.writer)};
}
inline pipe_files pipe(pumped_end pumped = pumped_end::none) {
  return try_pipe(pumped).value();
}

/// Makes a named pipe (FIFO), which other programs open like a file; opening
/// blocks until there is a reader and a writer. `mode` is its permissions
/// before the umask. It exists until it is removed.
/// Errors: EEXIST and those of file::create; library_problem::unsupported on
/// Windows, where named pipes are not in the file system.
inline result<void> try_make_named_pipe(path_view path, unsigned mode = 0666) {
  if (error_code const problem = path.problem())
    return error(problem, "make a pipe", path.bytes());
  storage const name = storage::copy_of(path.bytes());
  if (error_code const code = os::make_named_pipe(
          name.data(), static_cast<unsigned short>(mode & 07777)))
    return error(code, "make a pipe", path.bytes());
  return {};
}
inline void make_named_pipe(path_view path, unsigned mode = 0666) {
  try_make_named_pipe(path, mode).value();
}

// Reads and writes any number of pipes in one thread.

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

  /// Writes bytes, which must outlive run(), and closes the pipe. Ignores that
  /// the other side has closed its end.
  /// Errors: those of fcntl(2), which makes the pipe non-blocking.
  result<void> try_write(file pipe, text bytes);
  void write(file pipe, text bytes) {
    try_write(static_cast<file&&>(pipe), bytes).value();
  }

  /// Reads to the end of a pipe: into a captured_text, or line by line into a
  /// callable that takes a rill::text. More than `limit` bytes, or a longer
  /// line, are an error of run(): library_problem::too_large. Requires: a
  /// different captured_text for each pipe.
  void read(file pipe, captured_text& to, unsigned long long limit = ~0ull) {
    add_reader(static_cast<file&&>(pipe), &to, {}, limit);
  }
  template <class Callable>
    requires requires(std::decay_t<Callable>& call, text line) { call(line); }
  void read(file pipe, Callable&& take_line, unsigned long long limit = ~0ull) {
    add_reader(static_cast<file&&>(pipe), nullptr,
               run_output(static_cast<Callable&&>(take_line)), limit);
  }

  /// Reads and writes until every pipe is at its end, and closes them. Call it
  /// once.
  /// Errors: those of a pipe; library_problem::timed_out; ::too_large. Bytes
  /// read before are kept.
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
#include "pipe_body.h"
#endif

#endif
