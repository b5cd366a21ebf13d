// rill/process/pipe.h: pipes, by their two files or by a name.
//
// Floor 5. Tests: test/process/pipe_test.cpp.
#ifndef RILL_PROCESS_PIPE_H
#define RILL_PROCESS_PIPE_H

#include "../os/file.h"
#include "../os/pipe.h"

namespace rill::inline RILL_BUILD {

/// The end of a pipe that a pipe_pump is to move bytes through, if any. It
/// makes a difference on Windows alone, where such an end is of no other use.
using os::pumped_end;

/// The two ends of a pipe.
struct pipe_files {
  file reader;
  file writer;
};

/// Makes a pipe. What is written to the writer comes out of the reader; when
/// every writer is closed, the reader comes to its end. A child has an end only
/// if it is given that.
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

/// Makes a pipe with a name in a folder, which other programs open as a file;
/// opening waits until there is a reader and a writer. `mode` is its
/// permissions before the umask. It stays until it is removed.
/// Errors: EEXIST and those of file::create; library_problem::unsupported on
/// Windows, whose pipes have names in no folder.
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

}  // namespace rill::inline RILL_BUILD

#endif
