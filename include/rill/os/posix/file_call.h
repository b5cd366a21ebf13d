// rill/os/posix/file_call.h: the seam of the calls that open files and
// ask about them.
//
// Floor 3. As call.h, apart from it because its headers cost 25 ms, which
// printing to standard output need not pay.
#ifndef RILL_OS_POSIX_FILE_CALL_H
#define RILL_OS_POSIX_FILE_CALL_H

#include <fcntl.h>     // open and its flags, fallocate, fadvise
#include <sys/file.h>  // flock
#include <sys/stat.h>  // fstat

#include "call.h"

namespace rill::inline RILL_BUILD::os {

/// The system calls on files that a test can replace.
struct file_system_calls {
  int (*open)(char const*, int, mode_t) = [](char const* path, int flags,
                                             mode_t mode) {
    return ::open(path, flags, mode);
  };
  int (*fstat)(int, struct stat*) = ::fstat;
  int (*lock)(int, int, struct flock*) = [](int handle, int command,
                                            struct flock* range) {
    return ::fcntl(handle, command, range);
  };
  int (*flock)(int, int) = ::flock;
#if !defined(__APPLE__)
  int (*posix_fallocate)(int, off_t, off_t) = ::posix_fallocate;
  int (*posix_fadvise)(int, off_t, off_t, int) = ::posix_fadvise;
#endif
#if defined(FALLOC_FL_PUNCH_HOLE)
  int (*fallocate)(int, int, off_t, off_t) = ::fallocate;
#endif
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE file_system_calls file_call;

}  // namespace rill::inline RILL_BUILD::os

#endif
