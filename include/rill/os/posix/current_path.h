// rill/os/posix/current_path.h: the current directory, and how much room
// there is on a file system.
//
// Layer 3. Allocates nothing, throws nothing. Tests:
// test/fs/current_path_test.cpp.
#ifndef RILL_OS_POSIX_CURRENT_PATH_H
#define RILL_OS_POSIX_CURRENT_PATH_H

#include <sys/statvfs.h>  // fstatvfs

#include "entry.h"

namespace rill::inline RILL_BUILD::os {

/// The calls that a test can replace.
struct current_path_calls {
  char* (*getcwd)(char*, size_t) = ::getcwd;
  int (*chdir)(char const*) = ::chdir;
  int (*fchdir)(int) = ::fchdir;
  int (*fstatvfs)(int, struct statvfs*) = ::fstatvfs;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE current_path_calls current_path_call;

/// Bytes on a file system.
struct room_on_device {
  unsigned long long capacity = 0;
  unsigned long long unused = 0;     ///< what nobody has
  unsigned long long available = 0;  ///< what this user may take of it
  error_code error;
};

inline room_on_device room_at(native_handle handle) {
  struct statvfs native;
  error_code const error = retry_after_signal(
      [&] { return current_path_call.fstatvfs(handle, &native); });
  if (error) return {0, 0, 0, error};
  auto const bytes = [&](unsigned long long blocks) {
    return blocks * static_cast<unsigned long long>(native.f_frsize);
  };
  return {bytes(native.f_blocks),
          bytes(native.f_bfree),
          bytes(native.f_bavail),
          {}};
}

/// Writes the path of the current directory and a NUL; library_problem::no_room
/// when that is longer.
inline error_code current_path(char* out, std::size_t room) {
  if (current_path_call.getcwd(out, room)) return {};
  return errno == ERANGE ? library_problem::no_room : last_error();
}

inline error_code change_path(char const* path) {
  return retry_after_signal([&] { return current_path_call.chdir(path); });
}
inline error_code change_folder(native_handle handle) {
  return retry_after_signal([&] { return current_path_call.fchdir(handle); });
}

}  // namespace rill::inline RILL_BUILD::os

#endif
