// rill/os/file_calls_body.h: the bodies of file_calls.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_FILE_CALLS_BODY_H
#define RILL_OS_FILE_CALLS_BODY_H

#include "file_calls.h"

#if defined(__unix__) || defined(__APPLE__)

namespace rill::inline RILL_BUILD::os {

RILL_CORE error_code preallocate([[maybe_unused]] native_handle handle,
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

RILL_CORE error_code punch_hole([[maybe_unused]] native_handle handle,
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

RILL_CORE error_code advise([[maybe_unused]] native_handle handle,
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

RILL_CORE extent next_extent([[maybe_unused]] native_handle handle,
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

#endif
