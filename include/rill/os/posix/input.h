// rill/os/posix/input.h: bytes from a descriptor.
//
// Floor 3. Allocates nothing, throws nothing. Interrupted calls are made
// again and an empty non-blocking pipe is waited for, so that 0 bytes mean
// the end and nothing else. Tests: test/os/input_test.cpp.
#ifndef RILL_OS_POSIX_INPUT_H
#define RILL_OS_POSIX_INPUT_H

#include "output.h"  // transfer, may_try_again

namespace rill::inline RILL_BUILD::os {

/// Reads what is there, at least 1 byte, and waits for it if need be.
/// Returns 0 bytes at the end of the input.
inline transfer read_available(int descriptor, char* data, std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.read(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (!may_try_again(descriptor, POLLIN)) return {0, last_error()};
  }
}

/// Reads what one call gives; never waits (EAGAIN is an error here).
inline transfer read_some(int descriptor, char* data, std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.read(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (errno != EINTR) return {0, last_error()};
  }
}

/// Reads until `size` bytes are there or the input ends.
inline transfer read_all(int descriptor, char* data, std::size_t size) {
  transfer done;
  while (done.moved != size) {
    transfer const piece =
        read_available(descriptor, data + done.moved, size - done.moved);
    done.moved += piece.moved;
    if (piece.error) done.error = piece.error;
    if (piece.error || piece.moved == 0) break;
  }
  return done;
}

/// Reads at an offset from the start of the file, until `size` bytes are
/// there or the file ends.
inline transfer read_all_at(int descriptor, char* data, std::size_t size,
                            off_t offset) {
  transfer done;
  while (done.moved != size) {
    ssize_t const count =
        call.pread(descriptor, data + done.moved,
                   detail::smaller(size - done.moved, largest_transfer),
                   offset + static_cast<off_t>(done.moved));
    if (count > 0) {
      done.moved += static_cast<std::size_t>(count);
    } else if (count == 0) {
      break;
    } else if (!may_try_again(descriptor, POLLIN)) {
      done.error = last_error();
      break;
    }
  }
  return done;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
