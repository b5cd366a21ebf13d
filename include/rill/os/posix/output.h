// rill/os/posix/output.h: writes all bytes or returns the error, and reads.
//
// Layer 3. Tests: test/os/output_test.cpp, test/os/input_test.cpp.
#ifndef RILL_OS_POSIX_OUTPUT_H
#define RILL_OS_POSIX_OUTPUT_H

#include "../../base/result.h"
#include "../../base/text.h"
#include "../transfer.h"
#include "call.h"

// Writes all bytes, or returns the error.
//
// Allocates nothing, throws nothing. Repeats interrupted calls, waits for full
// pipes, continues short writes and splits calls above the system's limits.
// Tests: also test/system/.

namespace rill::inline RILL_BUILD::os {

error_code last_error();

/// The error for an errno that the C library set: a system error here.
constexpr error_code c_error(int number) {
  return {error_source::system, number};
}

/// Clears errno, before a C library function that sets it only on failure.
void clear_c_error();
/// The error in errno; no error if it is 0.
error_code last_c_error();

/// Returns true for the error of writing to a pipe whose read end is closed.
constexpr bool is_closed_pipe(error_code error) {
  return error == error_code{error_source::system, EPIPE};
}

// Linux moves at most 0x7ffff000 bytes in a call (read(2), write(2)); macOS
// refuses more than INT_MAX. 1 GiB is under both.
inline constexpr std::size_t largest_transfer = std::size_t{1} << 30;

// POSIX promises 16 parts a call, Linux and the BSDs take 1,024.
inline constexpr std::size_t largest_part_count = 1024;

/// Waits until the descriptor can be read (POLLIN) or written (POLLOUT).
void wait_until_ready(int descriptor, short event);

/// Waits until a write of PIPE_BUF bytes would not block, or would fail at
/// once. Returns false after `milliseconds`.
[[gnu::cold]] bool takes_bytes(int descriptor, int milliseconds);

/// The error when the time to wait is over.
inline constexpr error_code would_wait{error_source::system, EAGAIN};

// Handles a failed call: returns true to try again, after waiting if needed;
// false to give up.
bool may_try_again(int descriptor, short event);

// Reads (event POLLIN) or writes (POLLOUT) all bytes at an offset from the
// start of the file; ends early when a call moves none.
transfer move_all_at(int descriptor, short event, char* data, std::size_t size,
                     off_t offset);

// Counts the result of a write: returns true if the next write may follow;
// otherwise sets done.error.
bool count_written(int descriptor, ssize_t count, transfer& done);

/// Writes all bytes, in order. Keeps `done` up to date before each system call,
/// in which the thread may be cancelled. Requires: done.moved bytes of `data`
/// are already written. With a patience in milliseconds it stops with the error
/// would_wait when a pipe, socket or terminal takes no bytes for that long.
void write_on(int descriptor, char const* data, std::size_t size,
              transfer& done, int patience = -1);

/// Writes all bytes, in order.
transfer write_all(int descriptor, char const* data, std::size_t size);

/// One of several ranges of bytes for one call.
using part = iovec;

part make_part(char const* data, std::size_t size);

// Drops the first `count` bytes from the parts; returns the first part that is
// not empty.
part* advance(part* first, part* last, std::size_t count);

// Returns how many of the parts one call takes; 0 if the first is too large for
// any call.
std::size_t count_for_one_call(part const* first, part const* last);

/// Writes all parts, in order. Changes the parts. Keeps `done`, which is empty
/// at first, up to date before each system call. A part larger than
/// largest_transfer takes a call of its own.
void write_on(int descriptor, part* parts, std::size_t part_count,
              transfer& done);

transfer write_all(int descriptor, part* parts, std::size_t part_count);

/// Makes one write call; never waits. Repeats interrupted calls.
transfer write_some(int descriptor, char const* data, std::size_t size);

/// Writes all bytes at an offset from the start of the file.
transfer write_all_at(int descriptor, char const* data, std::size_t size,
                      off_t offset);

// Reads from a descriptor.
//
// Allocates nothing, throws nothing. Repeats interrupted calls and waits for an
// empty non-blocking pipe, so that 0 bytes always mean the end.

/// Reads the available bytes, at least 1; waits for it if needed. Returns 0
/// bytes at the end of the input.
transfer read_available(int descriptor, char* data, std::size_t size);

/// Makes one read call; never waits (EAGAIN is an error here).
transfer read_some(int descriptor, char* data, std::size_t size);

/// Reads until `size` bytes are there or the input ends.
transfer read_all(int descriptor, char* data, std::size_t size);

/// Reads at an offset from the start of the file, until `size` bytes are
/// there or the file ends.
transfer read_all_at(int descriptor, char* data, std::size_t size,
                     off_t offset);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "output_body.h"
#endif

#endif
