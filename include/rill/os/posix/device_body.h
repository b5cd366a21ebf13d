// rill/os/posix/device_body.h: the bodies of device.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_DEVICE_BODY_H
#define RILL_OS_POSIX_DEVICE_BODY_H

#include "device.h"

namespace rill::inline RILL_BUILD::os {

RILL_CORE device_kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return device_kind::regular;
  if (S_ISDIR(mode)) return device_kind::directory;
  if (S_ISFIFO(mode)) return device_kind::pipe;
  if (S_ISSOCK(mode)) return device_kind::socket;
  if (S_ISCHR(mode)) return device_kind::character;
  if (S_ISBLK(mode)) return device_kind::block;
  if (S_ISLNK(mode)) return device_kind::symbolic_link;
  return device_kind::unknown;
}

RILL_CORE unsigned long long change_time_of(struct stat const& native) {
  if (native.st_blocks == 0) return 0;
#if defined(__APPLE__)
  timespec const at = native.st_ctimespec;
#else
  timespec const at = native.st_ctim;
#endif
  return static_cast<unsigned long long>(at.tv_sec) * 1'000'000'000u +
         static_cast<unsigned long long>(at.tv_nsec);
}

RILL_CORE device_status status(native_handle handle) {
  struct stat native;
  device_status result;
  if (file_call.fstat(handle, &native) != 0) {
    result.error = last_error();
    return result;
  }
  result.kind = kind_of(native.st_mode);
  result.size = static_cast<unsigned long long>(native.st_size);
  result.mode = native.st_mode & 07777u;
  result.device = static_cast<unsigned long long>(native.st_dev);
  result.inode = native.st_ino;
  result.changed = change_time_of(native);
  return result;
}

RILL_CORE bool is_appending(native_handle handle) {
  int const flags = ::fcntl(handle, F_GETFL);
  return flags != -1 && (flags & O_APPEND) != 0;
}

RILL_CORE position seek(native_handle handle, long long offset, int whence) {
  off_t const at = call.lseek(handle, offset, whence);
  if (at < 0) return {0, last_error()};
  return {at, {}};
}

RILL_CORE error_code close(native_handle handle) {
  if (call.close(handle) == 0 || errno == EINTR) return {};
  return last_error();
}

RILL_CORE error_code sync(native_handle handle) {
  return answered([=] { return call.fsync(handle); });
}

RILL_CORE error_code sync_data(native_handle handle) {
  return answered([=] { return call.fdatasync(handle); });
}

RILL_CORE error_code truncate(native_handle handle, long long size) {
  return answered([=] { return call.ftruncate(handle, size); });
}

RILL_CORE opened duplicate(native_handle handle) {
  int const copy = ::fcntl(handle, F_DUPFD_CLOEXEC, standard_error_handle + 1);
  if (copy < 0) return {no_handle, last_error()};
  return {copy, {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
