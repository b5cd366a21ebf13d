// rill/os/process.h: started processes, and pipes.
//
// Layer 3. Allocates nothing, throws nothing. posix/child.h and win32/child.h
// wait for processes and end them. Tests: test/os/child_test.cpp,
// test/os/pump_test.cpp, test/os/win32/pump_test.cpp.
#ifndef RILL_OS_PROCESS_H
#define RILL_OS_PROCESS_H

#include "../base/config.h"
#include "process_types.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no processes"
#elif defined(_WIN32)
#include "win32/child.h"
#include "win32/device.h"  // write_unique, failed_handle
#else
#include "posix/child.h"
#include "posix/device.h"  // above_standard_handles
#endif

namespace rill::inline RILL_BUILD::os {

/// The result of starting a process: the process, or an error and the operation
/// that failed: `operation` is a verb, applied to the program or the directory.
struct spawned {
  child_process process;
  char const* operation = "exec";
  bool is_about_directory = false;
  error_code error;
};

#if defined(_WIN32)

// A pipe, one end of which may be pumped.
//
// Allocates nothing, throws nothing. Anonymous pipes do not support overlapped
// calls, so the pumped end is that of a named pipe and allows only such calls;
// the other end is as child processes expect it.

inline constexpr char const* null_device = "NUL";

/// The capacity of a pipe. With 4 KiB, the default, both sides wait for each
/// other sixteen times as often.
inline constexpr windows_word pipe_size = 65536;

inline pipe_ends make_plain_pipe() noexcept {
  pipe_ends pipe;
  if (!process_call.create_pipe(&pipe.reader, &pipe.writer, nullptr, pipe_size))
    return {no_handle, no_handle, last_error()};
  return pipe;
}

// Makes a pipe with a unique name, of which it is the first and only instance.
// If another program opens it first, opening the second end fails.
inline pipe_ends make_pumped_pipe(bool is_reading) noexcept {
  constexpr windows_word inbound = 1, outbound = 2, first_instance = 0x80000,
                         overlapped = 0x40000000, no_remote_clients = 8;
  constexpr windows_word generic_read = 0x80000000, generic_write = 0x40000000,
                         read_attributes = 0x80, write_attributes = 0x100,
                         existing = 3;
  wchar_t name[] = L"\\\\.\\pipe\\rill-0000000000000000";
  write_unique(name + sizeof name / sizeof name[0] - 17);
  void* const pumped = process_call.create_named_pipe(
      name, (is_reading ? inbound : outbound) | first_instance | overlapped,
      no_remote_clients, 1, pipe_size, pipe_size, 0, nullptr);
  if (pumped == failed_handle()) return {no_handle, no_handle, last_error()};
  // With the rights to read and write attributes: programs query and set the
  // mode of their end.
  void* const plain =
      file_call.create_file(name,
                            is_reading ? generic_write | read_attributes
                                       : generic_read | write_attributes,
                            0, nullptr, existing, 0, nullptr);
  if (plain != failed_handle())
    return is_reading ? pipe_ends{pumped, plain, {}}
                      : pipe_ends{plain, pumped, {}};
  error_code const why = last_error();
  (void)call.close_handle(pumped);
  return {no_handle, no_handle, why};
}

/// Makes a pipe that no child inherits. The pumped end is for pump_some alone.
inline pipe_ends make_pipe(pumped_end pumped) noexcept {
  if (pumped == pumped_end::none) return make_plain_pipe();
  constexpr int attempts = 16;
  pipe_ends pipe;
  for (int i = 0; i != attempts; ++i) {
    pipe = make_pumped_pipe(pumped == pumped_end::reader);
    // The name was taken, or another program opened the pipe.
    if (pipe.error.number != windows_error::access_denied &&
        pipe.error.number != windows_error::pipe_busy)
      break;
  }
  return pipe;
}

/// Prepares a writer for pump_some. It must come from
/// make_pipe(pumped_end::writer), because the mode of a pipe is fixed when it
/// is made. Errors: ERROR_INVALID_HANDLE, library_problem::unsupported for
/// other handles.
inline error_code make_pumped(native_handle writer) noexcept {
  constexpr int mode_information = 16;  // FILE_MODE_INFORMATION
  constexpr unsigned synchronous = 0x10 | 0x20;
  unsigned mode = 0;
  if (!query_file(writer, mode_information, mode))
    return {error_source::system, windows_error::invalid_handle};
  if ((mode & synchronous) != 0) return library_problem::unsupported;
  return {};
}

/// Windows has no named pipes in folders: library_problem::unsupported.
inline error_code make_named_pipe(char const*, unsigned short) noexcept {
  return library_problem::unsupported;
}

#else

// A pipe, by its two descriptors.
//
// Allocates nothing, throws nothing. Both ends are close-on-exec. Neither gets
// the number of a standard stream, even if one is closed.

inline constexpr char const* null_device = "/dev/null";

/// Prepares a writer for pump_some, if make_pipe has not done it: makes its
/// open file description non-blocking, which affects all descriptors of it.
inline error_code make_pumped(native_handle writer) {
  int const flags = ::fcntl(writer, F_GETFL);
  if (flags < 0 || ::fcntl(writer, F_SETFL, flags | O_NONBLOCK) != 0)
    return last_error();
  return {};
}

/// Makes a pipe. A pumped writer is non-blocking; a pumped reader need not be,
/// because it is read only when it has data. Errors: EMFILE, ENFILE.
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

/// Makes a named pipe in a folder. `mode` is its permissions before the umask.
/// Errors: EEXIST and those of open(2).
inline error_code make_named_pipe(char const* path, unsigned short mode) {
  return ::mkfifo(path, mode) == 0 ? error_code{} : last_error();
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
