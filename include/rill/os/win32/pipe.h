// rill/os/win32/pipe.h: a pipe, of which one end may be pumped.
//
// Floor 3. Allocates nothing, throws nothing. Anonymous pipes know no
// overlapped calls. The end that is pumped is that of a named pipe, on which
// such calls are the only ones; the other end is as any child expects it.
// Tests: test/os/win32/pump_test.cpp.
#ifndef RILL_OS_WIN32_PIPE_H
#define RILL_OS_WIN32_PIPE_H

#include "../process_terms.h"
#include "open.h"  // write_unique, failed_handle
#include "process_call.h"

namespace rill::inline RILL_BUILD::os {

inline constexpr char const* null_device = "NUL";

/// Bytes that a pipe holds: with 4 KiB, the default, both sides wait for each
/// other sixteen times as often.
inline constexpr windows_word pipe_size = 65536;

inline pipe_ends make_plain_pipe() noexcept {
  pipe_ends pipe;
  if (!process_call.create_pipe(&pipe.reader, &pipe.writer, nullptr, pipe_size))
    return {no_handle, no_handle, last_error()};
  return pipe;
}

// A pipe under a name that no other has: it is the first of the name, and the
// only one. When another program opens it first, the second end fails.
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
  // The attributes, which programs ask for or set on their end.
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
    // The name was taken, or the pipe was.
    if (pipe.error.number != windows_error::access_denied &&
        pipe.error.number != windows_error::pipe_busy)
      break;
  }
  return pipe;
}

/// Before a writer is pumped: it must be that of make_pipe(pumped_end::writer),
/// for how a pipe is written is settled when it is made. Errors:
/// ERROR_INVALID_HANDLE, library_problem::unsupported for another.
inline error_code make_pumped(native_handle writer) noexcept {
  constexpr int mode_information = 16;  // FILE_MODE_INFORMATION
  constexpr unsigned synchronous = 0x10 | 0x20;
  unsigned mode = 0;
  if (!query_file(writer, mode_information, mode))
    return {error_source::system, windows_error::invalid_handle};
  if ((mode & synchronous) != 0) return library_problem::unsupported;
  return {};
}

/// Pipes have names in no folder here: library_problem::unsupported.
inline error_code make_named_pipe(char const*, unsigned short) noexcept {
  return library_problem::unsupported;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
