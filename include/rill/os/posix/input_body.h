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
  return move_all(size, [&](std::size_t done, std::size_t left) {
    return read_available(descriptor, data + done, left);
  });
}

RILL_CORE transfer read_all_at(int descriptor, char* data, std::size_t size,
                               off_t offset) {
  return move_all_at(descriptor, POLLIN, data, size, offset);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
