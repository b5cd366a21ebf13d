// rill/os/win32/output.h: writes all bytes or returns the error, and reads.
//
// Layer 3.
#ifndef RILL_OS_WIN32_OUTPUT_H
#define RILL_OS_WIN32_OUTPUT_H

#include <stdlib.h>  // _doserrno

#include "../../base/text.h"
#include "../transfer.h"
#include "call.h"

// Writes all bytes, or returns the error.
//
// Allocates nothing, throws nothing. Continues short writes and splits calls
// above the limit.

namespace rill::inline RILL_BUILD::os {

inline error_code last_error() {
  return {error_source::system, static_cast<int>(rill_GetLastError())};
}

/// The error for an errno of the C library.
constexpr error_code c_error(int number) {
  return {error_source::c_library, number};
}

/// Clears the error, before a C library function that sets it only on failure.
inline void clear_c_error() {
  errno = 0;
  _doserrno = 0;
}
/// The error of the last function: the system's number, which the C library
/// stores next to errno if the system failed; no error if none is set.
inline error_code last_c_error() {
  if (errno == 0) return {};
  if (_doserrno == 0) return c_error(errno);
  return {error_source::system, static_cast<int>(_doserrno)};
}

/// Returns true for the errors of writing to a pipe whose read end is closed.
constexpr bool is_closed_pipe(error_code error) {
  if (error.source == error_source::c_library) return error.number == EPIPE;
  return error.source == error_source::system &&
         (error.number == windows_error::no_data ||
          error.number == windows_error::broken_pipe ||
          error.number == windows_error::pipe_not_connected);
}

// A call takes a 32-bit size. Some drivers and network file systems refuse
// sizes far below 4 GiB; they transfer 1 GiB or return an error.
inline constexpr std::size_t largest_transfer = std::size_t{1} << 30;

// Makes one WriteFile call; a null `at` means the handle's own position. On
// failure returns 0 bytes and the error.
inline transfer write_once(native_handle handle, char const* data,
                           std::size_t size, windows_offset* at) {
  windows_word count = 0;
  std::size_t const chunk = detail::smaller(size, largest_transfer);
  if (!call.write_file(handle, data, static_cast<windows_word>(chunk), &count,
                       at))
    return {0, last_error()};
  return {count, {}};
}

/// Always true: no handle is non-blocking here, so a write waits.
constexpr bool takes_bytes(native_handle, int) { return true; }
inline constexpr error_code would_wait{error_source::c_library, EAGAIN};

/// Writes all bytes, in order.
[[gnu::noinline]] inline transfer write_all(native_handle handle,
                                            char const* data,
                                            std::size_t size) {
  return all_written(move_all(size,
                              [&](std::size_t done, std::size_t left) {
                                return write_once(handle, data + done, left,
                                                  nullptr);
                              }),
                     size);
}

inline void write_on(native_handle handle, char const* data, std::size_t size,
                     transfer& done, int) {
  done = write_all(handle, data, size);
}

// The most parts that a caller collects for one call of write_all. A small
// number, because each part may need a WriteFile call.
inline constexpr std::size_t largest_part_count = 64;

/// One of several ranges of bytes that are written together.
struct part {
  char const* data;
  std::size_t size;
};

constexpr part make_part(char const* data, std::size_t size) {
  return {data, size};
}

/// Writes all parts, in order. Windows cannot write several parts to a file
/// opened in the usual way: copies parts that fit 4 KiB together and writes
/// them in one call; each other part takes a call of its own.
inline transfer write_all(native_handle handle, part* parts,
                          std::size_t part_count) {
  char together[4096];
  transfer done;
  for (std::size_t at = 0; at != part_count;) {
    std::size_t size = 0;
    std::size_t next = at;
    while (next != part_count && parts[next].size <= sizeof together - size) {
      detail::copy_bytes(together + size, parts[next].data, parts[next].size);
      size += parts[next++].size;
    }
    transfer const chunk =
        next > at + 1 ? write_all(handle, together, size)
                      : write_all(handle, parts[at].data, parts[at].size);
    done.moved += chunk.moved;
    done.error = chunk.error;
    if (done.error) break;
    at = next > at ? next : at + 1;
  }
  return done;
}

inline void write_on(native_handle handle, part* parts, std::size_t part_count,
                     transfer& done) {
  done = write_all(handle, parts, part_count);
}

/// Makes one write call.
inline transfer write_some(native_handle handle, char const* data,
                           std::size_t size) {
  return write_once(handle, data, size, nullptr);
}

// Restores the handle's position, which reading and writing at an offset moves,
// on destruction. Another thread that uses the position meanwhile finds it
// moved.
class kept_position {
 public:
  explicit kept_position(native_handle handle) : handle_(handle) {
    is_known_ = call.set_file_pointer(handle, 0, &at_, 1) != 0;
  }
  kept_position(kept_position const&) = delete;
  kept_position& operator=(kept_position const&) = delete;
  ~kept_position() {
    if (is_known_) (void)call.set_file_pointer(handle_, at_, nullptr, 0);
  }

 private:
  native_handle handle_;
  long long at_ = 0;
  bool is_known_;
};

inline windows_offset offset_of(long long offset) {
  auto const bits = static_cast<unsigned long long>(offset);
  return {{},
          static_cast<unsigned>(bits),
          static_cast<unsigned>(bits >> 32),
          nullptr};
}

// Moves all bytes at an offset from the start of the file with `move_once`,
// which is read_once or write_once, until a call moves nothing.
template <class Byte>
transfer move_all_at(native_handle handle, Byte* data, std::size_t size,
                     long long offset,
                     transfer (*move_once)(native_handle, Byte*, std::size_t,
                                           windows_offset*)) {
  kept_position const keep(handle);
  return move_all(size, [&](std::size_t done, std::size_t left) {
    windows_offset at = offset_of(offset + static_cast<long long>(done));
    return move_once(handle, data + done, left, &at);
  });
}

/// Writes all bytes at an offset from the start of the file.
inline transfer write_all_at(native_handle handle, char const* data,
                             std::size_t size, long long offset) {
  return all_written(move_all_at(handle, data, size, offset, write_once), size);
}

// Reads from a handle.
//
// Allocates nothing, throws nothing. The end of a pipe, which the system
// reports as an error, is 0 bytes here; 0 bytes always mean the end.

// Returns true for the errors of reading after the other end of a pipe was
// closed, or at an offset after the end of the file.
constexpr bool is_end(error_code error) {
  return error.number == windows_error::broken_pipe ||
         error.number == windows_error::handle_eof ||
         error.number == windows_error::pipe_not_connected;
}

// Makes one ReadFile call; a null `at` means the handle's own position.
inline transfer read_once(native_handle handle, char* data, std::size_t size,
                          windows_offset* at) {
  windows_word count = 0;
  std::size_t const chunk = detail::smaller(size, largest_transfer);
  if (call.read_file(handle, data, static_cast<windows_word>(chunk), &count,
                     at))
    return {count, {}};
  error_code const why = last_error();
  // The message is longer than the buffer: this is its first part.
  if (why.number == windows_error::more_data) return {count, {}};
  if (is_end(why)) return {};
  return {0, why};
}

/// Makes one read call.
inline transfer read_some(native_handle handle, char* data, std::size_t size) {
  return read_once(handle, data, size, nullptr);
}

/// Reads the available bytes, at least 1; waits for it if needed. Returns 0
/// bytes at the end of the input.
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
