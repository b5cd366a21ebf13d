// rill/os/posix/device.h: what a descriptor is, where it stands, and the
// calls on it that move no bytes.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/device_test.cpp.
#ifndef RILL_OS_POSIX_DEVICE_H
#define RILL_OS_POSIX_DEVICE_H

#include "../device_terms.h"
#include "file_call.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

inline device_kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return device_kind::regular;
  if (S_ISDIR(mode)) return device_kind::directory;
  if (S_ISFIFO(mode)) return device_kind::pipe;
  if (S_ISSOCK(mode)) return device_kind::socket;
  if (S_ISCHR(mode)) return device_kind::character;
  if (S_ISBLK(mode)) return device_kind::block;
  if (S_ISLNK(mode)) return device_kind::symbolic_link;
  return device_kind::unknown;
}

// When a file last changed, in nanoseconds since 1970. What lies on no block
// of a disk is made when it is read, and its times say nothing.
inline unsigned long long change_time_of(struct stat const& native) {
  if (native.st_blocks == 0) return 0;
#if defined(__APPLE__)
  timespec const at = native.st_ctimespec;
#else
  timespec const at = native.st_ctim;
#endif
  return static_cast<unsigned long long>(at.tv_sec) * 1'000'000'000u +
         static_cast<unsigned long long>(at.tv_nsec);
}

inline device_status status(native_handle handle) {
  struct stat native;
  device_status result;
  if (file_call.fstat(handle, &native) != 0) {
    result.error = last_error();
    return result;
  }
  result.kind = kind_of(native.st_mode);
  result.size = static_cast<unsigned long long>(native.st_size);
  result.mode = native.st_mode & 07777u;
  result.device = native.st_dev;
  result.inode = native.st_ino;
  result.changed = change_time_of(native);
  return result;
}

/// Returns true when every write goes to the end of the file.
inline bool is_appending(native_handle handle) {
  int const flags = ::fcntl(handle, F_GETFL);
  return flags != -1 && (flags & O_APPEND) != 0;
}

/// An offset in bytes from the start of a file, or why there is none.
struct position {
  long long offset = 0;
  error_code error;
};

// What a seek counts from.
inline constexpr int from_start = SEEK_SET;
inline constexpr int from_here = SEEK_CUR;
inline constexpr int from_end = SEEK_END;

inline position seek(native_handle handle, long long offset, int whence) {
  off_t const at = call.lseek(handle, offset, whence);
  if (at < 0) return {0, last_error()};
  return {at, {}};
}

/// Closes once, whatever the answer: on Linux the descriptor is gone even
/// when the call says EINTR, and a second close could hit another file.
inline error_code close(native_handle handle) {
  if (call.close(handle) == 0 || errno == EINTR) return {};
  return last_error();
}

// A call that moves no bytes, made again when a signal has ended it: file
// systems over a network let that happen.
template <class Call>
error_code answered(Call one_call) {
  for (;;) {
    if (one_call() == 0) return {};
    if (errno != EINTR) return last_error();
  }
}

inline error_code sync(native_handle handle) {
  return answered([=] { return call.fsync(handle); });
}

inline error_code sync_data(native_handle handle) {
  return answered([=] { return call.fdatasync(handle); });
}

inline error_code truncate(native_handle handle, long long size) {
  return answered([=] { return call.ftruncate(handle, size); });
}

struct opened {
  native_handle handle = no_handle;
  error_code error;
};

/// A second descriptor for the same open file, closed on exec, and not taken
/// for a standard stream where one of those is closed.
inline opened duplicate(native_handle handle) {
  int const copy = ::fcntl(handle, F_DUPFD_CLOEXEC, standard_error_handle + 1);
  if (copy < 0) return {no_handle, last_error()};
  return {copy, {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
