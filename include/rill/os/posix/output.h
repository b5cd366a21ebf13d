// rill/os/posix/output.h: everything is written, or the reason is kept; and
// what is there is read.
//
// Layer 3. Tests: test/os/output_test.cpp, test/os/input_test.cpp.
#ifndef RILL_OS_POSIX_OUTPUT_H
#define RILL_OS_POSIX_OUTPUT_H

#include "../../base/result.h"
#include "../../base/text.h"
#include "../transfer.h"
#include "call.h"

// Everything is written, or the reason is kept.
//
// Allocates nothing, throws nothing. Interrupted calls are made again, full
// pipes are waited for, short writes are continued, calls above the system's
// limits are split. and test/system/.

namespace rill::inline RILL_BUILD::os {

error_code last_error();

/// An error that the C library reports by an errno: here, the system's own.
constexpr error_code c_error(int number) {
  return {error_source::system, number};
}

/// Before a function of the C library that sets errno only when it fails.
void clear_c_error();
/// What it has set; no error when it has set nothing.
error_code last_c_error();

/// True for the error of writing to a pipe that nobody reads any more.
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

/// True when a write of PIPE_BUF bytes would not wait, or fails at once; false
/// when that is not so within some milliseconds.
[[gnu::cold]] bool takes_bytes(int descriptor, int milliseconds);

/// The error of a call that was not to wait any longer.
inline constexpr error_code would_wait{error_source::system, EAGAIN};

// What a failed call asks for: try again at once, try again after waiting,
// or give up.
bool may_try_again(int descriptor, short event);

// Moves all bytes at an offset from the start of the file, until a call moves
// none: reads them for POLLIN, writes them for POLLOUT.
transfer move_all_at(int descriptor, short event, char* data, std::size_t size,
                     off_t offset);

// Counts what a call that writes has returned: true when the next may follow,
// otherwise done.error says why not.
bool count_written(int descriptor, ssize_t count, transfer& done);

/// Writes all bytes, in order. `done` is up to date before each system call,
/// in which the thread may be cancelled. Requires: done.moved bytes of `data`
/// are written. With a patience in milliseconds it stops with the error
/// would_wait when a pipe, socket or terminal takes no bytes for so long.
void write_on(int descriptor, char const* data, std::size_t size,
              transfer& done, int patience = -1);

/// Writes all bytes, in order.
transfer write_all(int descriptor, char const* data, std::size_t size);

/// One of several runs of bytes that are written by one call.
using part = iovec;

part make_part(char const* data, std::size_t size);

// Drops the first `count` bytes from the parts; returns the first part that
// still has some.
part* advance(part* first, part* last, std::size_t count);

// How many parts from the first on one call takes; 0 when the first is too
// large for any.
std::size_t count_for_one_call(part const* first, part const* last);

/// Writes all parts, in order. The parts are used up on the way, and `done`,
/// which is empty at first, is up to date before each system call.
/// A part above largest_transfer goes by itself.
void write_on(int descriptor, part* parts, std::size_t part_count,
              transfer& done);

transfer write_all(int descriptor, part* parts, std::size_t part_count);

/// Writes what one call takes; never waits. Interrupted calls are made again.
transfer write_some(int descriptor, char const* data, std::size_t size);

/// Writes all bytes at an offset from the start of the file.
transfer write_all_at(int descriptor, char const* data, std::size_t size,
                      off_t offset);

// Bytes from a descriptor.
//
// Allocates nothing, throws nothing. Interrupted calls are made again and an
// empty non-blocking pipe is waited for, so that 0 bytes mean the end and
// nothing else.

/// Reads what is there, at least 1 byte, and waits for it if need be.
/// Returns 0 bytes at the end of the input.
transfer read_available(int descriptor, char* data, std::size_t size);

/// Reads what one call gives; never waits (EAGAIN is an error here).
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
