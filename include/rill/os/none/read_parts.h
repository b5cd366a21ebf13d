// rill/os/none/read_parts.h: bytes from a handle into several places, where
// no call does that.
//
// Floor 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_READ_PARTS_H
#define RILL_OS_NONE_READ_PARTS_H

#include "../file_terms.h"
#include "../os.h"

namespace rill::inline RILL_BUILD::os {

/// Fills all parts, in order, until the input ends.
inline transfer read_all(native_handle handle, part* parts,
                         std::size_t part_count) {
  transfer done;
  for (part* one = parts; one != parts + part_count; ++one) {
    transfer const piece =
        read_all(handle, const_cast<char*>(one->data), one->size);
    done.moved += piece.moved;
    done.error = piece.error;
    if (piece.error || piece.moved != one->size) break;
  }
  return done;
}

inline part make_part(memory_part const& room) {
  return make_part(room.data, room.size);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
