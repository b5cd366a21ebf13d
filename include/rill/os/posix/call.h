// rill/os/posix/call.h: the seam through which every system call goes.
//
// Floor 3. One line for each call, nothing added. With RILL_FAULTS=1 the
// calls go through pointers that a test replaces, to make them fail, be
// short or be interrupted (test/os/device_test.cpp); with RILL_TRACING=1 or
// RILL_USDT=1 those that move bytes are measured (watched_call.h); otherwise
// they are the calls themselves.
#ifndef RILL_OS_POSIX_CALL_H
#define RILL_OS_POSIX_CALL_H

#include <errno.h>    // errno and the error numbers
#include <poll.h>     // poll
#include <sys/uio.h>  // readv, writev, iovec
#include <unistd.h>   // read, write, close, lseek, …

#include "../../base/config.h"
#if RILL_WATCHED
#include "watched_call.h"
#endif

namespace rill::inline RILL_BUILD::os {

static_assert(sizeof(off_t) == 8,
              "rill needs 64-bit file offsets: compile with "
              "-D_FILE_OFFSET_BITS=64");

#if RILL_WATCHED
namespace moving = watched;
#else
namespace moving {
using ::read;
using ::readv;
using ::write;
using ::writev;
}  // namespace moving
#endif

/// The system calls that a test can replace: those on descriptors that move
/// bytes. file_call.h has the others, whose headers printing does without.
struct system_calls {
  ssize_t (*read)(int, void*, size_t) = moving::read;
  ssize_t (*write)(int, void const*, size_t) = moving::write;
  ssize_t (*readv)(int, iovec const*, int) = moving::readv;
  ssize_t (*writev)(int, iovec const*, int) = moving::writev;
  ssize_t (*pread)(int, void*, size_t, off_t) = ::pread;
  ssize_t (*pwrite)(int, void const*, size_t, off_t) = ::pwrite;
  off_t (*lseek)(int, off_t, int) = ::lseek;
  int (*close)(int) = ::close;
  int (*fsync)(int) = ::fsync;
#if defined(__APPLE__)  // which has the function and does not declare it
  int (*fdatasync)(int) = ::fsync;
#else
  int (*fdatasync)(int) = ::fdatasync;
#endif
  int (*ftruncate)(int, off_t) = ::ftruncate;
  int (*poll)(pollfd*, nfds_t, int) = ::poll;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE system_calls call;

}  // namespace rill::inline RILL_BUILD::os

#endif
