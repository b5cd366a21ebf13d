// rill/os/posix/read_parts.h: bytes from a descriptor into several places.
//
// Layer 3. Allocates nothing, throws nothing; the rules are those of
// output.h. Tests: test/os/file_view_test.cpp.
#ifndef RILL_OS_POSIX_READ_PARTS_H
#define RILL_OS_POSIX_READ_PARTS_H

#include "../types.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

/// Fills all parts, in order, until the input ends. The parts are used up on
/// the way. A part above largest_transfer goes by itself.
transfer read_all(int descriptor, part* parts, std::size_t part_count);

part make_part(memory_part const& room);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "read_parts_body.h"
#endif

#endif
