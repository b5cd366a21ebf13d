// rill/os/win32/file_space.h: which parts of a file have room on the disk.
//
// Layer 3. Allocates nothing, throws nothing. Holes are made and, where they
// are, not asked for: a copy reads them as zeros.
#ifndef RILL_OS_WIN32_FILE_SPACE_H
#define RILL_OS_WIN32_FILE_SPACE_H

#include "../types.h"
#include "device.h"

namespace rill::inline RILL_BUILD::os {

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

}  // namespace rill::inline RILL_BUILD::os

#endif
