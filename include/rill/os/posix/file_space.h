// rill/os/posix/file_space.h: which parts of a file have room on the disk.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/os/file_view_test.cpp.
#ifndef RILL_OS_POSIX_FILE_SPACE_H
#define RILL_OS_POSIX_FILE_SPACE_H

#include "../file_terms.h"
#include "file_call.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

/// Gets room on the disk for `size` bytes from an offset on, and makes the
/// file so long. Where the file system cannot, the GNU C library writes a
/// byte into each block instead; others say EOPNOTSUPP.
inline error_code preallocate([[maybe_unused]] native_handle handle,
                              [[maybe_unused]] long long offset,
                              [[maybe_unused]] long long size) {
#if defined(__APPLE__)
  return library_problem::unsupported;
#else
  for (;;) {
    int const number = file_call.posix_fallocate(handle, offset, size);
    if (number == 0) return {};
    if (number != EINTR) return {error_source::system, number};
  }
#endif
}

/// Gives the room of `size` bytes from an offset on back to the disk: they
/// read as zeros, the file stays as long as it is.
inline error_code punch_hole([[maybe_unused]] native_handle handle,
                             [[maybe_unused]] long long offset,
                             [[maybe_unused]] long long size) {
#if defined(FALLOC_FL_PUNCH_HOLE)
  for (;;) {
    if (file_call.fallocate(handle, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                            offset, size) == 0)
      return {};
    if (errno != EINTR) return last_error();
  }
#else
  return library_problem::unsupported;
#endif
}

/// Says how the bytes from an offset on are going to be read; a size of 0 is
/// all that follow.
inline error_code advise([[maybe_unused]] native_handle handle,
                         [[maybe_unused]] file_advice advice,
                         [[maybe_unused]] long long offset,
                         [[maybe_unused]] long long size) {
#if defined(POSIX_FADV_NORMAL)
  constexpr int numbers[] = {POSIX_FADV_NORMAL,   POSIX_FADV_SEQUENTIAL,
                             POSIX_FADV_RANDOM,   POSIX_FADV_WILLNEED,
                             POSIX_FADV_DONTNEED, POSIX_FADV_NOREUSE};
  int const number = file_call.posix_fadvise(handle, offset, size,
                                             numbers[static_cast<int>(advice)]);
  return number == 0 ? error_code{} : error_code{error_source::system, number};
#else
  return library_problem::unsupported;
#endif
}

/// The first bytes at or behind an offset that are not in a hole. Moves the
/// file's position.
inline extent next_extent([[maybe_unused]] native_handle handle,
                          [[maybe_unused]] long long offset) {
  extent found;
#if defined(SEEK_DATA)
  found.begin = call.lseek(handle, offset, SEEK_DATA);
  if (found.begin < 0) {
    found.is_known = errno == ENXIO;
    found.is_there = false;
    return found;
  }
  found.end = call.lseek(handle, found.begin, SEEK_HOLE);
  found.is_known = found.begin >= offset && found.end > found.begin;
#else
  found.is_known = false;
#endif
  return found;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
