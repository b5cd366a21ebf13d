// rill/os/kernel_copy.h: the calls that copy between descriptors inside the
// kernel, without passing through the program's memory.
//
// Layer 3. Allocates nothing, throws nothing. Advances both descriptors'
// positions, as read and write do. Retries interrupted calls and waits for
// non-blocking descriptors. Systems other than Linux refuse all of them; the
// caller then reads and writes. Tests: test/os/copy_test.cpp.
#ifndef RILL_OS_KERNEL_COPY_H
#define RILL_OS_KERNEL_COPY_H

#if defined(__linux__)
#include <asm/ioctl.h>     // _IOW
#include <fcntl.h>         // splice
#include <sys/sendfile.h>  // sendfile
#include <sys/syscall.h>   // SYS_ioctl
#include <unistd.h>        // copy_file_range, syscall

#include "posix/call.h"
#include "posix/output.h"  // wait_until_ready, largest_transfer
#else
#include "file_calls.h"
#endif

namespace rill::inline RILL_BUILD::os {

/// The result of one call. 0 bytes without an error: the call found nothing to
/// move, which need not be the end (files in /proc, some network file systems).
/// Refused: the call does not support these files, and moved nothing.
struct kernel_transfer {
  std::size_t moved = 0;
  bool is_refused = false;
  error_code error;
};

#if defined(__linux__)

// FICLONE. Not included from <linux/fs.h>, because it defines macros such as
// BLOCK_SIZE; nor is <sys/ioctl.h>, which declares ioctl, because it defines
// macros such as CTRL.
inline constexpr unsigned long clone_request = _IOW(0x94, 9, int);

/// The system calls of this header that a test can replace.
struct copy_system_calls {
  int (*clone)(int to, int from) = [](int to, int from) {
    return static_cast<int>(::syscall(SYS_ioctl, to, clone_request, from));
  };
  ssize_t (*copy_file_range)(int, off_t*, int, off_t*, size_t,
                             unsigned) = ::copy_file_range;
  ssize_t (*sendfile)(int to, int from, off_t*, size_t) = ::sendfile;
  ssize_t (*splice)(int, off_t*, int, off_t*, size_t, unsigned) = ::splice;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE copy_system_calls copy_call;

// Returns true for errors that reading and writing would meet too. After all
// others (EINVAL, EXDEV, ENOSYS, EOPNOTSUPP, EBADF for a file opened to append,
// EPERM of a sandbox, errors specific to a file system) the caller falls back
// to reading and writing, which reports the real error, if any.
inline bool is_final(int number) {
  return number == EIO || number == ENOSPC || number == EDQUOT ||
         number == EFBIG || number == EPIPE;
}

/// Returns true if the source or the sink can have caused the error. Only the
/// sink causes the other errors of is_final.
constexpr bool may_be_of_either(error_code error) {
  return error == error_code{error_source::system, EIO};
}

// Repeats the call until it moves something or fails. On EAGAIN it waits for
// both descriptors: the kernel does not report which one blocks.
template <class Call>
kernel_transfer moved_by(native_handle from, native_handle to, Call one_call) {
  for (;;) {
    ssize_t const count = one_call();
    if (count >= 0) return {static_cast<std::size_t>(count), false, {}};
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_until_ready(from, POLLIN);
      wait_until_ready(to, POLLOUT);
      continue;
    }
    if (is_final(errno)) return {0, false, last_error()};
    return {0, true, {}};
  }
}

/// Makes an empty file share all blocks of another file (reflink). Moves no
/// position. Succeeded if the result is neither an error nor refused.
inline kernel_transfer clone_file(native_handle from, native_handle to) {
  return moved_by(from, to,
                  [&]() -> ssize_t { return copy_call.clone(to, from); });
}

/// copy_file_range(2): from a regular file to another.
inline kernel_transfer copy_range(native_handle from, native_handle to,
                                  std::size_t size) {
  return moved_by(from, to, [&] {
    return copy_call.copy_file_range(
        from, nullptr, to, nullptr, detail::smaller(size, largest_transfer), 0);
  });
}

/// sendfile(2): from a regular file or a block device to anything. Not for a
/// source that cannot be read again: the kernel would lose the bytes that it
/// has read and a full sink does not take.
inline kernel_transfer send_file(native_handle from, native_handle to,
                                 std::size_t size) {
  return moved_by(from, to, [&] {
    return copy_call.sendfile(to, from, nullptr,
                              detail::smaller(size, largest_transfer));
  });
}

/// splice(2): one of the two must be a pipe.
inline kernel_transfer splice(native_handle from, native_handle to,
                              std::size_t size) {
  return moved_by(from, to, [&] {
    return copy_call.splice(from, nullptr, to, nullptr,
                            detail::smaller(size, largest_transfer),
                            SPLICE_F_MOVE);
  });
}

#else

constexpr bool may_be_of_either(error_code) { return true; }

inline kernel_transfer clone_file(native_handle, native_handle) {
  return {0, true, {}};
}
inline kernel_transfer copy_range(native_handle, native_handle, std::size_t) {
  return {0, true, {}};
}
inline kernel_transfer send_file(native_handle, native_handle, std::size_t) {
  return {0, true, {}};
}
inline kernel_transfer splice(native_handle, native_handle, std::size_t) {
  return {0, true, {}};
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
