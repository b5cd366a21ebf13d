// rill/os/win32/input.h: bytes from a handle.
//
// Floor 3. Allocates nothing, throws nothing. The end of a pipe, which the
// system reports as an error, is 0 bytes here, and 0 bytes mean the end and
// nothing else.
#ifndef RILL_OS_WIN32_INPUT_H
#define RILL_OS_WIN32_INPUT_H

#include "output.h"  // transfer, last_error

namespace rill::inline RILL_BUILD::os {

// What the system says when the other end of a pipe was closed, or when a
// read at an offset begins behind the end of the file.
constexpr bool is_end(error_code error) {
  return error.number == windows_error::broken_pipe ||
         error.number == windows_error::handle_eof ||
         error.number == windows_error::pipe_not_connected;
}

// One ReadFile; `at` is null where the handle's own position counts.
inline transfer read_once(native_handle handle, char* data, std::size_t size,
                          windows_offset* at) {
  windows_word count = 0;
  std::size_t const piece = detail::smaller(size, largest_transfer);
  if (call.read_file(handle, data, static_cast<windows_word>(piece), &count,
                     at))
    return {count, {}};
  error_code const why = last_error();
  // Of a message that is longer than the block, this is the first part.
  if (why.number == windows_error::more_data) return {count, {}};
  if (is_end(why)) return {};
  return {0, why};
}

/// Reads what one call gives.
inline transfer read_some(native_handle handle, char* data, std::size_t size) {
  return read_once(handle, data, size, nullptr);
}

/// Reads what is there, at least 1 byte, and waits for it if need be.
/// Returns 0 bytes at the end of the input.
inline transfer read_available(native_handle handle, char* data,
                               std::size_t size) {
  return read_once(handle, data, size, nullptr);
}

/// Reads until `size` bytes are there or the input ends.
inline transfer read_all(native_handle handle, char* data, std::size_t size) {
  return move_all(size, [&](std::size_t done, std::size_t left) {
    return read_available(handle, data + done, left);
  });
}

/// Reads at an offset from the start of the file, until `size` bytes are
/// there or the file ends.
inline transfer read_all_at(native_handle handle, char* data, std::size_t size,
                            long long offset) {
  return move_all_at(handle, data, size, offset, read_once);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
