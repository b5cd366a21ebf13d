// rill/os/posix/output.h: everything is written, or the reason is kept.
//
// Floor 3. Allocates nothing, throws nothing. Interrupted calls are made
// again, full pipes are waited for, short writes are continued, calls above
// the system's limits are split. Tests: test/os/output_test.cpp and
// test/system/.
#ifndef RILL_OS_POSIX_OUTPUT_H
#define RILL_OS_POSIX_OUTPUT_H

#include <limits.h>  // PIPE_BUF

#include "../../base/error_code.h"
#include "../../base/text.h"
#include "call.h"

namespace rill::inline RILL_BUILD::os {

/// How many bytes were moved and, if not all, why.
struct transfer {
  std::size_t moved = 0;
  error_code error;
};

inline error_code last_error() { return {error_source::system, errno}; }

/// An error that the C library reports by an errno: here, the system's own.
constexpr error_code c_error(int number) {
  return {error_source::system, number};
}

/// Before a function of the C library that sets errno only when it fails.
inline void clear_c_error() { errno = 0; }
/// What it has set; no error when it has set nothing.
inline error_code last_c_error() { return errno ? last_error() : error_code{}; }

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
inline void wait_until_ready(int descriptor, short event) {
  pollfd request{descriptor, event, 0};
  // An error of poll itself shows up in the call that is made next.
  (void)call.poll(&request, 1, -1);
}

/// True when a write of PIPE_BUF bytes would not wait, or fails at once; false
/// when that is not so within some milliseconds.
RILL_SELDOM_RUN inline bool takes_bytes(int descriptor, int milliseconds) {
  pollfd request{descriptor, POLLOUT, 0};
  return descriptor < 0 || call.poll(&request, 1, milliseconds) != 0;
}

/// The error of a call that was not to wait any longer.
inline constexpr error_code would_wait{error_source::system, EAGAIN};

// What a failed call asks for: try again at once, try again after waiting,
// or give up.
inline bool may_try_again(int descriptor, short event) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  wait_until_ready(descriptor, event);
  return true;
}

/// Writes all bytes, in order. `done` is up to date before each system call,
/// in which the thread may be cancelled. Requires: done.moved bytes of `data`
/// are written. With a patience in milliseconds it stops with the error
/// would_wait when a pipe, socket or terminal takes no bytes for so long.
[[gnu::noinline]] inline void write_on(int descriptor, char const* data,
                                       std::size_t size, transfer& done,
                                       int patience = -1) {
  // A file that has a position is never full for now.
  bool const may_wait =
      patience < 0 || call.lseek(descriptor, 0, SEEK_CUR) >= 0;
  while (done.moved != size) {
    if (!may_wait && !takes_bytes(descriptor, patience)) {
      done.error = would_wait;
      break;
    }
    std::size_t const piece = detail::smaller(
        size - done.moved, may_wait ? largest_transfer : PIPE_BUF);
    ssize_t const count = call.write(descriptor, data + done.moved, piece);
    if (count > 0) {
      done.moved += static_cast<std::size_t>(count);
    } else if (count == 0) {
      done.error = library_problem::wrote_nothing;
      break;
    } else if (!may_try_again(descriptor, POLLOUT)) {
      done.error = last_error();
      break;
    }
  }
}

/// Writes all bytes, in order.
inline transfer write_all(int descriptor, char const* data, std::size_t size) {
  transfer done;
  write_on(descriptor, data, size, done);
  return done;
}

/// One of several runs of bytes that are written by one call.
using part = iovec;

inline part make_part(char const* data, std::size_t size) {
  return {const_cast<char*>(data), size};
}

// Drops the first `count` bytes from the parts; returns the first part that
// still has some.
inline part* advance(part* first, part* last, std::size_t count) {
  while (first != last && count >= first->iov_len) {
    count -= first->iov_len;
    ++first;
  }
  if (first != last) {
    first->iov_base = static_cast<char*>(first->iov_base) + count;
    first->iov_len -= count;
  }
  return first;
}

// How many parts from the first on one call takes; 0 when the first is too
// large for any.
inline std::size_t count_for_one_call(part const* first, part const* last) {
  std::size_t count = 0;
  std::size_t bytes = 0;
  while (first + count != last && count != largest_part_count &&
         first[count].iov_len <= largest_transfer - bytes)
    bytes += first[count++].iov_len;
  return count;
}

/// Writes all parts, in order. The parts are used up on the way, and `done`,
/// which is empty at first, is up to date before each system call.
/// A part above largest_transfer goes by itself.
inline void write_on(int descriptor, part* parts, std::size_t part_count,
                     transfer& done) {
  part* const last = parts + part_count;
  part* first = advance(parts, last, 0);
  while (first != last) {
    std::size_t const count = count_for_one_call(first, last);
    if (count <= 1) {
      transfer const one =
          write_all(descriptor, static_cast<char const*>(first->iov_base),
                    first->iov_len);
      done.moved += one.moved;
      done.error = one.error;
      if (one.error) return;
      first = advance(first, last, first->iov_len);
      continue;
    }
    ssize_t const moved =
        call.writev(descriptor, first, static_cast<int>(count));
    if (moved > 0) {
      done.moved += static_cast<std::size_t>(moved);
      first = advance(first, last, static_cast<std::size_t>(moved));
    } else if (moved == 0) {
      done.error = library_problem::wrote_nothing;
      return;
    } else if (!may_try_again(descriptor, POLLOUT)) {
      done.error = last_error();
      return;
    }
  }
}

inline transfer write_all(int descriptor, part* parts, std::size_t part_count) {
  transfer done;
  write_on(descriptor, parts, part_count, done);
  return done;
}

/// Writes what one call takes; never waits. Interrupted calls are made again.
inline transfer write_some(int descriptor, char const* data, std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.write(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (errno != EINTR) return {0, last_error()};
  }
}

/// Writes all bytes at an offset from the start of the file.
inline transfer write_all_at(int descriptor, char const* data, std::size_t size,
                             off_t offset) {
  transfer done;
  while (done.moved != size) {
    ssize_t const count =
        call.pwrite(descriptor, data + done.moved,
                    detail::smaller(size - done.moved, largest_transfer),
                    offset + static_cast<off_t>(done.moved));
    if (count > 0) {
      done.moved += static_cast<std::size_t>(count);
    } else if (count == 0) {
      done.error = library_problem::wrote_nothing;
      break;
    } else if (!may_try_again(descriptor, POLLOUT)) {
      done.error = last_error();
      break;
    }
  }
  return done;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
