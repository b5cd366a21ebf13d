// rill/os/posix/pipe.h: a pipe by its two descriptors.
//
// Floor 3. Allocates nothing, throws nothing. Both ends are closed by exec,
// and neither is taken for a standard stream where one of those is closed.
// Tests: test/os/pump_test.cpp.
#ifndef RILL_OS_POSIX_PIPE_H
#define RILL_OS_POSIX_PIPE_H

#include <sys/stat.h>  // mkfifo

#include "../process_terms.h"
#include "open.h"  // above_standard_handles
#include "process_call.h"

namespace rill::inline RILL_BUILD::os {

inline constexpr char const* null_device = "/dev/null";

/// Before a writer is pumped that make_pipe has not marked: makes the
/// descriptor, and every other for the same open file, non-blocking.
inline error_code make_pumped(native_handle writer) {
  int const flags = ::fcntl(writer, F_GETFL);
  if (flags < 0 || ::fcntl(writer, F_SETFL, flags | O_NONBLOCK) != 0)
    return last_error();
  return {};
}

/// A pipe. A writer that is pumped does not wait when the pipe is full; a
/// reader need not be marked, for it is read only when something is there.
/// Errors: EMFILE, ENFILE.
inline pipe_ends make_pipe(pumped_end pumped) {
  int ends[2];
  if (process_call.pipe(ends) != 0) return {no_handle, no_handle, last_error()};
  opened const reader = above_standard_handles(ends[0]);
  opened const writer = above_standard_handles(ends[1]);
  error_code error = reader.error ? reader.error : writer.error;
  if (!error && pumped == pumped_end::writer)
    error = make_pumped(writer.handle);
  if (!error) return {reader.handle, writer.handle, {}};
  if (reader.handle != no_handle) (void)close(reader.handle);
  if (writer.handle != no_handle) (void)close(writer.handle);
  return {no_handle, no_handle, error};
}

/// A pipe with a name in a folder. `mode` is its permissions before the umask.
/// Errors: EEXIST and those of open(2).
inline error_code make_named_pipe(char const* path, unsigned short mode) {
  return ::mkfifo(path, mode) == 0 ? error_code{} : last_error();
}

}  // namespace rill::inline RILL_BUILD::os

#endif
