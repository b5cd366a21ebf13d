// rill/os/posix/entry.h: the calls on one entry of a folder, such as its
// status, renaming and removing.
//
// Layer 3. Tests: test/os/directory_test.cpp.
#ifndef RILL_OS_POSIX_ENTRY_H
#define RILL_OS_POSIX_ENTRY_H

#include <dirent.h>    // fdopendir, readdir
#include <fcntl.h>     // openat, AT_FDCWD and the flags
#include <stdio.h>     // renameat
#include <sys/stat.h>  // fstatat, mkdirat, fchmod
#include <unistd.h>    // unlinkat, linkat, symlinkat, readlinkat, fchown

#include "basic.h"
#include "call.h"
#include "device.h"

#if defined(__APPLE__)
#include <sys/random.h>  // getentropy
#endif

// The calls that change entries of a folder.
//
// Replaceable as in call.h. Each takes the descriptor of a folder and a path
// relative to it; AT_FDCWD means the current directory.

namespace rill::inline RILL_BUILD::os {

/// The system calls on the entries of folders that a test can replace.
struct directory_calls {
  int (*openat)(int, char const*, int, mode_t) =
      [](int folder, char const* path, int flags, mode_t mode) {
        return ::openat(folder, path, flags, mode);
      };
  int (*fstatat)(int, char const*, struct stat*, int) = ::fstatat;
  int (*mkdirat)(int, char const*, mode_t) = ::mkdirat;
  int (*unlinkat)(int, char const*, int) = ::unlinkat;
  int (*renameat)(int, char const*, int, char const*) = ::renameat;
  int (*linkat)(int, char const*, int, char const*, int) = ::linkat;
  int (*symlinkat)(char const*, int, char const*) = ::symlinkat;
  ssize_t (*readlinkat)(int, char const*, char*, size_t) = ::readlinkat;
  int (*fchmod)(int, mode_t) = ::fchmod;
  int (*fchown)(int, uid_t, gid_t) = ::fchown;
  int (*fchmodat)(int, char const*, mode_t, int) = ::fchmodat;
  int (*utimensat)(int, char const*, timespec const*, int) = ::utimensat;
  int (*futimens)(int, timespec const*) = ::futimens;
  DIR* (*fdopendir)(int) = ::fdopendir;
  dirent* (*readdir)(DIR*) = ::readdir;
  int (*closedir)(DIR*) = [](DIR* folder) { return ::closedir(folder); };
  int (*getentropy)(void*, size_t) = ::getentropy;  // unpredictable names
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE directory_calls directory_call;

// The calls on one entry of a folder: status, creation, renaming, changes and
// removal.
//
// Allocates nothing, throws nothing. Each takes the descriptor of a folder and
// a path relative to it that ends with a NUL; current_folder means the current
// directory. Interrupted calls are repeated. Tests: test/fs/.

inline constexpr native_handle current_folder = AT_FDCWD;

/// Errors by meaning, of calls on entries and of the checks that rill makes.
namespace errors {
inline constexpr error_code exists{error_source::system, EEXIST};
inline constexpr error_code not_a_folder{error_source::system, ENOTDIR};
inline constexpr error_code is_a_folder{error_source::system, EISDIR};
inline constexpr error_code not_a_link{error_source::system, EINVAL};
inline constexpr error_code too_many_links{error_source::system, ELOOP};
inline constexpr error_code leads_outside{error_source::system, EXDEV};
inline constexpr error_code too_long{error_source::system, ENAMETOOLONG};
inline constexpr error_code access_denied{error_source::system, EACCES};
inline constexpr error_code not_supported{error_source::system, ENOTSUP};
inline constexpr error_code moved_away{error_source::system, ESTALE};
}  // namespace errors

/// Returns true if there is no such entry, or a folder in the path is not one.
constexpr bool is_absent(error_code error) noexcept {
  return error == errors::missing || error == errors::not_a_folder;
}

/// Returns true for the errors of opening a link without following it, or a
/// file where a folder is required: the call does not distinguish them.
constexpr bool may_be_link(error_code error) noexcept {
  return error == errors::too_many_links || error == errors::not_a_folder ||
         error == error_code{error_source::system, EMLINK};  // FreeBSD
}

/// Returns true if the process or the system has too many open files.
constexpr bool has_too_many_files(error_code error) noexcept {
  return error == error_code{error_source::system, EMFILE} ||
         error == error_code{error_source::system, ENFILE};
}

/// A point in time: seconds since 1970-01-01 00:00 UTC, leap seconds not
/// counted, and the nanoseconds after it.
struct time_point {
  long long seconds = 0;
  unsigned nanoseconds = 0;
};

/// The system's status of an entry.
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

// Repeats a call while signals interrupt it.
template <class Call>
inline error_code retry_after_signal(Call call_once) {
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
  // st_blocks counts units of 512 bytes, regardless of st_blksize.
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
  error_code const error = retry_after_signal(
      [&] { return directory_call.fstatat(folder, path, &native, flags); });
  if (!error) return status_of(native);
  entry_status result;
  result.error = error;
  return result;
}

inline entry_status status_of_open(native_handle handle) {
  struct stat native;
  error_code const error =
      retry_after_signal([&] { return file_call.fstat(handle, &native); });
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

/// The kind that a path must have to be opened.
enum class must_be : unsigned char { anything, folder };

inline int open_flags(open_options const& options, must_be what) {
  return open_flags(options) | (what == must_be::folder ? O_DIRECTORY : 0);
}

inline opened open_at(native_handle folder, char const* path,
                      open_options const& options,
                      must_be what = must_be::anything) {
  return open_at_with(folder, path, open_flags(options, what),
                      native_mode(options.mode));
}

/// Opens a folder to read its names.
inline opened open_folder_at(native_handle folder, char const* path,
                             bool follow) {
  return open_at_with(
      folder, path,
      O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), 0);
}

/// Opens a folder only as a base for paths: needs no read permission.
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

/// Opens anything to query its status: without read permission if the system
/// can.
inline opened open_to_ask(native_handle folder, char const* path) {
#if defined(O_PATH)
  return open_at_with(folder, path, O_PATH | O_CLOEXEC, 0);
#else
  return open_at_with(folder, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
#endif
}

inline error_code make_folder_at(native_handle folder, char const* path,
                                 unsigned mode) {
  return retry_after_signal(
      [&] { return directory_call.mkdirat(folder, path, native_mode(mode)); });
}

inline error_code unlink_at(native_handle folder, char const* path) {
  return retry_after_signal(
      [&] { return directory_call.unlinkat(folder, path, 0); });
}

inline error_code remove_folder_at(native_handle folder, char const* path) {
  return retry_after_signal(
      [&] { return directory_call.unlinkat(folder, path, AT_REMOVEDIR); });
}

/// Removes an entry of any kind; a folder only if it is empty.
inline error_code remove_at(native_handle folder, char const* path) {
  error_code const error = unlink_at(folder, path);
  // For a folder, unlink returns EISDIR on Linux and EPERM by POSIX. EPERM can
  // also mean a file that may not be removed; the second call then returns
  // ENOTDIR.
  if (error.number != EISDIR && error.number != EPERM) return error;
  error_code const second = remove_folder_at(folder, path);
  return second.number == ENOTDIR ? error : second;
}

inline error_code rename_at(native_handle folder, char const* path,
                            native_handle to_folder, char const* to) {
  return retry_after_signal(
      [&] { return directory_call.renameat(folder, path, to_folder, to); });
}

/// Makes a second name for a file. For a symbolic link, the link itself gets
/// it.
inline error_code link_at(native_handle folder, char const* path,
                          native_handle to_folder, char const* to) {
  return retry_after_signal(
      [&] { return directory_call.linkat(folder, path, to_folder, to, 0); });
}

inline error_code symbolic_link_at(char const* target, native_handle folder,
                                   char const* path) {
  return retry_after_signal(
      [&] { return directory_call.symlinkat(target, folder, path); });
}

/// Reads the target of a symbolic link, truncated to the room.
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
  return retry_after_signal([&] {
    return directory_call.fchmodat(folder, path, native_mode(mode), 0);
  });
}

inline error_code set_permissions_of(native_handle handle, unsigned mode) {
  return retry_after_signal(
      [&] { return directory_call.fchmod(handle, native_mode(mode)); });
}

/// Sets the modification time of an open file.
inline error_code set_time_of(native_handle handle, time_point modified) {
  timespec times[2] = {{0, UTIME_OMIT}, {0, 0}};
  times[1].tv_sec = static_cast<time_t>(modified.seconds);
  times[1].tv_nsec = static_cast<long>(modified.nanoseconds);
  return retry_after_signal(
      [&] { return directory_call.futimens(handle, times); });
}

/// Sets both times; a null pointer leaves a time unchanged.
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
  return retry_after_signal(
      [&] { return directory_call.utimensat(folder, path, times, flags); });
}

}  // namespace rill::inline RILL_BUILD::os

#endif
