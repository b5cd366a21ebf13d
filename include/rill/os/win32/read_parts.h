// rill/os/win32/read_parts.h: bytes from a handle into several places.
//
// Layer 3. Allocates nothing, throws nothing. There is no call for several
// places at once: each is one call.
#ifndef RILL_OS_WIN32_READ_PARTS_H
#define RILL_OS_WIN32_READ_PARTS_H

#include "../types.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

/// Fills all parts, in order, until the input ends.
inline transfer read_all(native_handle handle, part* parts,
                         std::size_t part_count) {
  transfer done;
  for (std::size_t i = 0; i != part_count; ++i) {
    transfer const chunk =
        read_all(handle, const_cast<char*>(parts[i].data), parts[i].size);
    done.moved += chunk.moved;
    done.error = chunk.error;
    if (done.error || chunk.moved != parts[i].size) break;
  }
  return done;
}

inline part make_part(memory_part const& room) {
  return {room.data, room.size};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
