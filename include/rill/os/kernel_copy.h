// rill/os/kernel_copy.h: the calls that copy inside the kernel, from one
// descriptor to another without a way through the program's memory.
//
// Layer 3. Allocates nothing, throws nothing. Both descriptors' positions move
// on, as with read and write. Interrupted calls are made again, descriptors
// that do not block are waited for. Systems other than Linux refuse all of
// them, and reading and writing remain. Tests: test/os/copy_test.cpp.
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

/// What one call moved. 0 bytes without an error: the call found nothing to
/// move, which is not always the end (files in /proc, some network file
/// systems). Refused: it does not do this for such files, and moved nothing.
struct kernel_transfer {
  std::size_t moved = 0;
  bool is_refused = false;
  error_code error;
};

#if defined(__linux__)

// FICLONE of <linux/fs.h>, whose macros (BLOCK_SIZE and others) a program
// had better not get with a header of rill; nor those of <sys/ioctl.h> (CTRL
// and others), which declares ioctl.
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

// Errors that another way would meet too. All others (EINVAL, EXDEV, ENOSYS,
// EOPNOTSUPP, EBADF for a file opened to append, EPERM of a sandbox, and what
// file systems make up) are left to reading and writing, which then says
// what is wrong, if anything is.
inline bool is_final(int number) {
  return number == EIO || number == ENOSPC || number == EDQUOT ||
         number == EFBIG || number == EPIPE;
}

/// True when a failed call does not tell which side failed. (The other final
/// errors are those of a sink.)
constexpr bool may_be_of_either(error_code error) {
  return error == error_code{error_source::system, EIO};
}

// Makes the call until it moves something or says why not. Which side an
// EAGAIN is about the kernel does not tell: both are waited for.
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

/// Makes an empty file share all blocks of another one. Moves no position.
/// Returns no error and not refused when that is done.
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

/// sendfile(2): from a regular file or a block device to anything. (From
/// what cannot be read again, the kernel drops what a full sink leaves.)
inline kernel_transfer send_file(native_handle from, native_handle to,
                                 std::size_t size) {
  return moved_by(from, to, [&] {
    return copy_call.sendfile(to, from, nullptr,
                              detail::smaller(size, largest_transfer));
  });
}

/// splice(2): one of the two is a pipe.
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
