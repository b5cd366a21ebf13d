// rill/os/file_calls.h: the calls that preallocate, punch holes, give hints and
// read into several places.
//
// Layer 3. Throws nothing; only a part_array allocates. The calls on one file
// that all systems have are in posix/device.h and win32/device.h. Tests:
// test/os/file_view_test.cpp, test/os/win32/file_test.cpp,
// test/os/win32/transfer_test.cpp.
#ifndef RILL_OS_FILE_CALLS_H
#define RILL_OS_FILE_CALLS_H

#include "../base/config.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no files"
#endif

#include <new>  // std::nothrow

#include "output.h"
#include "types.h"

#if defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"
#elif defined(_WIN32)
#include "win32/device.h"
#endif

namespace rill::inline RILL_BUILD::os {

#if defined(__unix__) || defined(__APPLE__)

/// Reserves disk space for `size` bytes from an offset, and extends the file to
/// their end. If the file system cannot, glibc writes a byte into each block
/// instead; other C libraries return EOPNOTSUPP.
error_code preallocate(native_handle handle, long long offset, long long size);

/// Frees the disk space of `size` bytes from an offset: they read as zeros, and
/// the file keeps its size.
error_code punch_hole(native_handle handle, long long offset, long long size);

/// Advises the kernel how the bytes from an offset will be read; a size of 0
/// means to the end of the file.
error_code advise(native_handle handle, file_advice advice, long long offset,
                  long long size);

/// Returns the first range at or after an offset that is not a hole. Moves the
/// file's position.
extent next_extent(native_handle handle, long long offset);

/// Fills all parts, in order, until the input ends. Overwrites the array of
/// parts. A part larger than largest_transfer takes a call of its own.
transfer read_all(int descriptor, part* parts, std::size_t part_count);

part make_part(memory_part const& room);

#elif defined(_WIN32)

// Holes are punched but never looked up: a copy reads them as zeros.

extern "C" windows_bool rill_DeviceIoControl(void*, windows_word, void*,
                                             windows_word, void*, windows_word,
                                             windows_word*,
                                             windows_offset*) noexcept
    __asm__("DeviceIoControl");

/// Reserves disk space for `size` bytes from an offset, and extends the file to
/// their end: a file that is not sparse has space for all of its bytes.
inline error_code preallocate(native_handle handle, long long offset,
                              long long size) {
  device_status const now = status(handle);
  if (now.error) return now.error;
  long long const wanted = offset + size;
  if (static_cast<unsigned long long>(wanted) <= now.size) return {};
  return truncate(handle, wanted);
}

/// Frees the disk space of `size` bytes from an offset: they read as zeros, and
/// the file keeps its size. Makes the file sparse. Errors:
/// library_problem::unsupported if the file system has no sparse files.
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

/// Unsupported: Windows takes such hints only when a file is opened.
inline error_code advise(native_handle, file_advice, long long, long long) {
  return library_problem::unsupported;
}

/// Unsupported: holes are not looked up.
inline extent next_extent(native_handle, long long) {
  return {0, 0, false, true};
}

// Windows has no call that reads into several places: makes one call for each.

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

/// An array of parts for system calls: of `wanted`, or of as many as one call
/// takes. A few are on the stack, more on the heap; without memory for those,
/// there are few.
class part_array {
 public:
  explicit part_array(std::size_t wanted) noexcept {
    std::size_t const most = detail::smaller(wanted, largest_part_count);
    if (most <= few) return;
    size_ = most;
    block_ =
        static_cast<part*>(::operator new(size_ * sizeof(part), std::nothrow));
    if (!block_) size_ = few;
  }
  part_array(part_array const&) = delete;
  part_array& operator=(part_array const&) = delete;
  ~part_array() { ::operator delete(block_); }

  part* data() noexcept { return block_ ? block_ : few_; }
  std::size_t size() const noexcept { return size_; }

 private:
  static constexpr std::size_t few = 64;

  part* block_ = nullptr;
  std::size_t size_ = few;
  part few_[few];
};

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "file_calls_body.h"
#endif

#endif
