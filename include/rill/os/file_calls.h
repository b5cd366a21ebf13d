// rill/os/file_calls.h: what is done with files: they are opened, locked, read
// and written, into several places as well, and have room on the disk.
//
// Layer 3. Allocates nothing, throws nothing. The calls on one file, which
// posix/device.h and win32/device.h have in common, stand there. Tests:
// test/os/file_view_test.cpp, test/os/win32/file_test.cpp,
// test/os/win32/transfer_test.cpp.
#ifndef RILL_OS_FILE_CALLS_H
#define RILL_OS_FILE_CALLS_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no files"
#endif

#include "output.h"
#include "types.h"

#if defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"
#elif defined(_WIN32)
#include "win32/device.h"
#endif

namespace rill::inline RILL_BUILD::os {

#if defined(__unix__) || defined(__APPLE__)

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

/// Fills all parts, in order, until the input ends. The parts are used up on
/// the way. A part above largest_transfer goes by itself.
transfer read_all(int descriptor, part* parts, std::size_t part_count);

part make_part(memory_part const& room);

#elif defined(_WIN32)

// Holes are made and, where they are, not asked for: a copy reads them as
// zeros.

extern "C" windows_bool rill_DeviceIoControl(void*, windows_word, void*,
                                             windows_word, void*, windows_word,
                                             windows_word*,
                                             windows_offset*) noexcept
    __asm__("DeviceIoControl");

/// Gets room on the disk for `size` bytes from an offset on, and makes the
/// file so long: a file that is not sparse has room for all of its bytes.
inline error_code preallocate(native_handle handle, long long offset,
                              long long size) {
  device_status const now = status(handle);
  if (now.error) return now.error;
  long long const wanted = offset + size;
  if (static_cast<unsigned long long>(wanted) <= now.size) return {};
  return truncate(handle, wanted);
}

/// Gives the room of `size` bytes from an offset on back to the disk: they
/// read as zeros, the file stays as long as it is. The file becomes a sparse
/// one; where the file system has none, library_problem::unsupported.
inline error_code punch_hole(native_handle handle, long long offset,
                             long long size) {
  constexpr windows_word set_sparse = 0x900C4, set_zero = 0x980C8;
  constexpr int invalid_function = 1;
  long long range[2] = {offset, offset + size};
  windows_word count = 0;
  if (rill_DeviceIoControl(handle, set_sparse, nullptr, 0, nullptr, 0, &count,
                           nullptr) &&
      rill_DeviceIoControl(handle, set_zero, range, sizeof range, nullptr, 0,
                           &count, nullptr))
    return {};
  error_code const why = last_error();
  if (why.number == invalid_function ||
      why.number == windows_error::not_supported)
    return library_problem::unsupported;
  return why;
}

/// There are no such hints for a file that is open already.
inline error_code advise(native_handle, file_advice, long long, long long) {
  return library_problem::unsupported;
}

/// The file system is not asked.
inline extent next_extent(native_handle, long long) {
  return {0, 0, false, true};
}

// There is no call for several places at once: each is one call.

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

#endif

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "file_calls_body.h"
#endif

#endif
