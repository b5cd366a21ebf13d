// rill/os/posix/file_space.h: which parts of a file have room on the disk.
//
// Layer 3. Allocates nothing, throws nothing. Tests:
// test/os/file_view_test.cpp.
#ifndef RILL_OS_POSIX_FILE_SPACE_H
#define RILL_OS_POSIX_FILE_SPACE_H

#include "../types.h"
#include "call.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

/// Gets room on the disk for `size` bytes from an offset on, and makes the
/// file so long. Where the file system cannot, the GNU C library writes a
/// byte into each block instead; others say EOPNOTSUPP.
error_code preallocate(native_handle handle, long long offset, long long size);

/// Gives the room of `size` bytes from an offset on back to the disk: they
/// read as zeros, the file stays as long as it is.
error_code punch_hole(native_handle handle, long long offset, long long size);

/// Says how the bytes from an offset on are going to be read; a size of 0 is
/// all that follow.
error_code advise(native_handle handle, file_advice advice, long long offset,
                  long long size);

/// The first bytes at or behind an offset that are not in a hole. Moves the
/// file's position.
extent next_extent(native_handle handle, long long offset);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "file_space_body.h"
#endif

#endif
