// rill/os/posix/directory_call.h: the seam of the calls that change what a
// folder holds.
//
// Floor 3. As call.h. Each takes the descriptor of a folder and a path
// relative to it; AT_FDCWD stands for the current one.
#ifndef RILL_OS_POSIX_DIRECTORY_CALL_H
#define RILL_OS_POSIX_DIRECTORY_CALL_H

#include <dirent.h>    // fdopendir, readdir
#include <fcntl.h>     // openat, AT_FDCWD and the flags
#include <stdio.h>     // renameat
#include <sys/stat.h>  // fstatat, mkdirat, fchmod
#include <unistd.h>    // unlinkat, linkat, symlinkat, readlinkat, fchown
#if defined(__APPLE__)
#include <sys/random.h>  // getentropy
#endif

#include "call.h"

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
  int (*getentropy)(void*, size_t) = ::getentropy;  // names nobody can guess
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE directory_calls directory_call;

}  // namespace rill::inline RILL_BUILD::os

#endif
