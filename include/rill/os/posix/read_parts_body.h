// rill/os/posix/read_parts_body.h: the bodies of read_parts.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_READ_PARTS_BODY_H
#define RILL_OS_POSIX_READ_PARTS_BODY_H

#include "read_parts.h"

namespace rill::inline RILL_BUILD::os {

RILL_CORE transfer read_all(int descriptor, part* parts,
                            std::size_t part_count) {
  transfer done;
  part* const last = parts + part_count;
  part* first = advance(parts, last, 0);
  while (first != last) {
    std::size_t const count = count_for_one_call(first, last);
    ssize_t const moved =
        count <= 1
            ? call.read(descriptor, first->iov_base,
                        detail::smaller(first->iov_len, largest_transfer))
            : call.readv(descriptor, first, static_cast<int>(count));
    if (moved > 0) {
      done.moved += static_cast<std::size_t>(moved);
      first = advance(first, last, static_cast<std::size_t>(moved));
    } else if (moved == 0) {
      break;
    } else if (!may_try_again(descriptor, POLLIN)) {
      done.error = last_error();
      break;
    }
  }
  return done;
}

RILL_CORE part make_part(memory_part const& room) {
  return {room.data, room.size};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
