// rill/os/posix/entry.h: the calls on one entry of a folder: what it is, and
// how it is made, moved, changed and removed.
//
// Floor 3. Allocates nothing, throws nothing. Each takes the descriptor of a
// folder and a path relative to it that ends with a NUL; current_folder
// stands for the current one. Interrupted calls are made again. Tests:
// test/os/directory_test.cpp, test/fs/.
#ifndef RILL_OS_POSIX_ENTRY_H
#define RILL_OS_POSIX_ENTRY_H

#include "directory_call.h"
#include "open.h"

namespace rill::inline RILL_BUILD::os {

inline constexpr native_handle current_folder = AT_FDCWD;

/// A point in time: seconds since 1970-01-01 00:00 UTC, leap seconds not
/// counted, and the nanoseconds after it.
struct time_point {
  long long seconds = 0;
  unsigned nanoseconds = 0;
};

/// What the system says of an entry.
struct entry_status {
  device_kind kind = device_kind::unknown;
  unsigned mode = 0;  ///< permissions: the lower 12 bits of st_mode
  unsigned long long size = 0;
  unsigned long long allocated = 0;  ///< in bytes
  unsigned long long device = 0;
  unsigned long long inode = 0;
  unsigned long long link_count = 0;
  unsigned owner = 0;
  unsigned group = 0;
  time_point modified;
  time_point accessed;
  time_point changed;
  error_code error;
};

// mode_t is narrower than unsigned on some systems.
constexpr mode_t native_mode(unsigned mode) noexcept { return mode & 07777u; }

// Makes a call until it is not interrupted.
template <class Call>
inline error_code made_again(Call call_once) {
  while (call_once() != 0)
    if (errno != EINTR) return last_error();
  return {};
}

inline time_point time_of(timespec const& native) {
  return {native.tv_sec, static_cast<unsigned>(native.tv_nsec)};
}

inline entry_status status_of(struct stat const& native) {
  entry_status result;
  result.kind = kind_of(native.st_mode);
  result.mode = native.st_mode & 07777u;
  result.size = static_cast<unsigned long long>(native.st_size);
  // st_blocks counts 512 bytes whatever st_blksize says.
  result.allocated = static_cast<unsigned long long>(native.st_blocks) * 512;
  result.device = static_cast<unsigned long long>(native.st_dev);
  result.inode = static_cast<unsigned long long>(native.st_ino);
  result.link_count = static_cast<unsigned long long>(native.st_nlink);
  result.owner = native.st_uid;
  result.group = native.st_gid;
#if defined(__APPLE__)
  result.modified = time_of(native.st_mtimespec);
  result.accessed = time_of(native.st_atimespec);
  result.changed = time_of(native.st_ctimespec);
#else
  result.modified = time_of(native.st_mtim);
  result.accessed = time_of(native.st_atim);
  result.changed = time_of(native.st_ctim);
#endif
  return result;
}

inline entry_status status_at(native_handle folder, char const* path,
                              bool follow) {
  struct stat native;
  int const flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
  error_code const error = made_again(
      [&] { return directory_call.fstatat(folder, path, &native, flags); });
  if (!error) return status_of(native);
  entry_status result;
  result.error = error;
  return result;
}

inline entry_status status_of_open(native_handle handle) {
  struct stat native;
  error_code const error =
      made_again([&] { return file_call.fstat(handle, &native); });
  if (!error) return status_of(native);
  entry_status result;
  result.error = error;
  return result;
}

inline opened open_at_with(native_handle folder, char const* path, int flags,
                           mode_t mode) {
  for (;;) {
    int const handle = directory_call.openat(folder, path, flags, mode);
    if (handle >= 0) return above_standard_handles(handle);
    if (errno != EINTR) return {no_handle, last_error()};
  }
}

inline opened open_at(native_handle folder, char const* path,
                      open_options const& options) {
  return open_at_with(folder, path, open_flags(options),
                      native_mode(options.mode));
}

/// Opens a folder to read its names.
inline opened open_folder_at(native_handle folder, char const* path,
                             bool follow) {
  return open_at_with(
      folder, path,
      O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), 0);
}

/// Opens a folder to go through it alone: no permission to read is needed.
inline opened open_passage_at(native_handle folder, char const* path,
                              bool follow) {
#if defined(O_PATH)
  constexpr int passing = O_PATH;
#elif defined(O_SEARCH)
  constexpr int passing = O_SEARCH;
#else
  constexpr int passing = O_RDONLY;
#endif
  return open_at_with(
      folder, path,
      passing | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), 0);
}

/// Opens anything to ask about it: where the system can, without permission
/// to read.
inline opened open_to_ask(native_handle folder, char const* path) {
#if defined(O_PATH)
  return open_at_with(folder, path, O_PATH | O_CLOEXEC, 0);
#else
  return open_at_with(folder, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
#endif
}

inline error_code make_folder_at(native_handle folder, char const* path,
                                 unsigned mode) {
  return made_again(
      [&] { return directory_call.mkdirat(folder, path, native_mode(mode)); });
}

inline error_code unlink_at(native_handle folder, char const* path) {
  return made_again([&] { return directory_call.unlinkat(folder, path, 0); });
}

inline error_code remove_folder_at(native_handle folder, char const* path) {
  return made_again(
      [&] { return directory_call.unlinkat(folder, path, AT_REMOVEDIR); });
}

/// Removes whatever it is; of folders only an empty one.
inline error_code remove_at(native_handle folder, char const* path) {
  error_code const error = unlink_at(folder, path);
  // Linux says EISDIR of a folder, POSIX says EPERM, which can also mean a
  // file that may not be removed: then the second call says ENOTDIR.
  if (error.number != EISDIR && error.number != EPERM) return error;
  error_code const second = remove_folder_at(folder, path);
  return second.number == ENOTDIR ? error : second;
}

inline error_code rename_at(native_handle folder, char const* path,
                            native_handle to_folder, char const* to) {
  return made_again(
      [&] { return directory_call.renameat(folder, path, to_folder, to); });
}

/// A second name for a file. A symbolic link gets one itself.
inline error_code link_at(native_handle folder, char const* path,
                          native_handle to_folder, char const* to) {
  return made_again(
      [&] { return directory_call.linkat(folder, path, to_folder, to, 0); });
}

inline error_code symbolic_link_at(char const* target, native_handle folder,
                                   char const* path) {
  return made_again(
      [&] { return directory_call.symlinkat(target, folder, path); });
}

/// The text of a symbolic link, cut where the room ends.
inline transfer read_link_at(native_handle folder, char const* path, char* out,
                             std::size_t room) {
  for (;;) {
    ssize_t const size = directory_call.readlinkat(folder, path, out, room);
    if (size >= 0) return {static_cast<std::size_t>(size), {}};
    if (errno != EINTR) return {0, last_error()};
  }
}

inline error_code set_permissions_at(native_handle folder, char const* path,
                                     unsigned mode) {
  return made_again([&] {
    return directory_call.fchmodat(folder, path, native_mode(mode), 0);
  });
}

inline error_code set_permissions_of(native_handle handle, unsigned mode) {
  return made_again(
      [&] { return directory_call.fchmod(handle, native_mode(mode)); });
}

/// Sets when the bytes of an open file were changed.
inline error_code set_time_of(native_handle handle, time_point modified) {
  timespec times[2] = {{0, UTIME_OMIT}, {0, 0}};
  times[1].tv_sec = static_cast<time_t>(modified.seconds);
  times[1].tv_nsec = static_cast<long>(modified.nanoseconds);
  return made_again([&] { return directory_call.futimens(handle, times); });
}

/// Sets both times; a null pointer leaves the one as it is.
inline error_code set_times_at(native_handle folder, char const* path,
                               time_point const* accessed,
                               time_point const* modified, bool follow) {
  timespec times[2] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
  time_point const* const given[2] = {accessed, modified};
  for (int i = 0; i != 2; ++i) {
    if (!given[i]) continue;
    times[i].tv_sec = static_cast<time_t>(given[i]->seconds);
    times[i].tv_nsec = static_cast<long>(given[i]->nanoseconds);
  }
  int const flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
  return made_again(
      [&] { return directory_call.utimensat(folder, path, times, flags); });
}

}  // namespace rill::inline RILL_BUILD::os

#endif
