// rill/os/posix/input_body.h: the bodies of input.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_INPUT_BODY_H
#define RILL_OS_POSIX_INPUT_BODY_H

#include "input.h"

namespace rill::inline RILL_BUILD::os {

RILL_CORE transfer read_available(int descriptor, char* data,
                                  std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.read(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (!may_try_again(descriptor, POLLIN)) return {0, last_error()};
  }
}

RILL_CORE transfer read_some(int descriptor, char* data, std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.read(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (errno != EINTR) return {0, last_error()};
  }
}

RILL_CORE transfer read_all(int descriptor, char* data, std::size_t size) {
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

RILL_CORE transfer read_all_at(int descriptor, char* data, std::size_t size,
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
