// rill/os/posix/device_body.h: the bodies of device.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_DEVICE_BODY_H
#define RILL_OS_POSIX_DEVICE_BODY_H

#include <stdlib.h>  // mkostemp, malloc, free
#include <string.h>  // memcpy, strlen

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

namespace rill::inline RILL_BUILD {
namespace os {

RILL_CORE int open_flags(open_options const& options) {
  int flags = O_CLOEXEC;
  flags |= options.write ? (options.read ? O_RDWR : O_WRONLY) : O_RDONLY;
  if (options.create) flags |= O_CREAT;
  if (options.create_new) flags |= O_CREAT | O_EXCL;
  if (options.truncate) flags |= O_TRUNC;
  if (options.append) flags |= O_APPEND;
  if (!options.follow) flags |= O_NOFOLLOW;
  if (options.non_blocking) flags |= O_NONBLOCK;
#if defined(O_DIRECT)
  if (options.direct) flags |= O_DIRECT;
#endif
  return flags;
}

RILL_CORE opened above_standard_handles(native_handle handle) {
  if (handle > standard_error_handle) return {handle, {}};
  int const moved = ::fcntl(handle, F_DUPFD_CLOEXEC, standard_error_handle + 1);
  error_code const error = moved < 0 ? last_error() : error_code{};
  (void)call.close(handle);
  return {moved < 0 ? no_handle : moved, error};
}

RILL_CORE opened open(char const* path, open_options const& options) {
  for (;;) {
    int const handle = file_call.open(path, open_flags(options),
                                      static_cast<mode_t>(options.mode));
    if (handle >= 0) return above_standard_handles(handle);
    if (errno != EINTR) return {no_handle, last_error()};
  }
}

RILL_CORE opened open_and_unlink(char const* folder) {
  constexpr char ending[] = "/rill-XXXXXX";
  std::size_t const length = ::strlen(folder);
  char* const name = static_cast<char*>(::malloc(length + sizeof ending));
  if (!name) return {no_handle, {error_source::system, ENOMEM}};
  ::memcpy(name, folder, length);
  ::memcpy(name + length, ending, sizeof ending);
  int const handle = ::mkostemp(name, O_CLOEXEC);
  opened const made = handle < 0 ? opened{no_handle, last_error()}
                                 : above_standard_handles(handle);
  if (handle >= 0) (void)::unlink(name);
  ::free(name);
  return made;
}

RILL_CORE opened open_unnamed(char const* folder) {
#if defined(O_TMPFILE)
  for (;;) {
    int const handle =
        file_call.open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (handle >= 0) return above_standard_handles(handle);
    if (errno == EINTR) continue;
    // Kernels before 3.11 return EISDIR, file systems without O_TMPFILE
    // EOPNOTSUPP; both get a named file that is unlinked at once.
    if (errno != EOPNOTSUPP && errno != EISDIR)
      return {no_handle, last_error()};
    break;
  }
#endif
  return open_and_unlink(folder);
}

}  // namespace os
}  // namespace rill::inline RILL_BUILD

namespace rill::inline RILL_BUILD::os {

RILL_CORE int set_lock(native_handle handle, lock_kind kind, bool waits) {
#if defined(F_OFD_SETLK)
  struct flock range{};
  range.l_type = kind == lock_kind::shared ? F_RDLCK : F_WRLCK;
  range.l_whence = SEEK_SET;  // from 0, and a length of 0: the whole file
  return file_call.lock(handle, waits ? F_OFD_SETLKW : F_OFD_SETLK, &range);
#else
  int const operation = kind == lock_kind::shared ? LOCK_SH : LOCK_EX;
  return file_call.flock(handle, waits ? operation : operation | LOCK_NB);
#endif
}

RILL_CORE error_code lock(native_handle handle, lock_kind kind) {
  for (;;) {
    if (set_lock(handle, kind, true) == 0) return {};
    if (errno != EINTR) return last_error();
  }
}

RILL_CORE error_code lock_at_once(native_handle handle, lock_kind kind) {
  for (;;) {
    if (set_lock(handle, kind, false) == 0) return {};
    if (errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK)
      return library_problem::locked;
    if (errno != EINTR) return last_error();
  }
}

RILL_CORE void unlock(native_handle handle) {
#if defined(F_OFD_SETLK)
  struct flock range{};
  range.l_type = F_UNLCK;
  range.l_whence = SEEK_SET;
  (void)file_call.lock(handle, F_OFD_SETLK, &range);
#else
  (void)file_call.flock(handle, LOCK_UN);
#endif
}

RILL_CORE void rest(unsigned milliseconds) {
  (void)call.poll(nullptr, 0, static_cast<int>(milliseconds));
}

}  // namespace rill::inline RILL_BUILD::os

#endif
