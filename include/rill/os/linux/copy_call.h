// rill/os/linux/copy_call.h: the seam of the calls that copy inside the
// kernel.
//
// Floor 3. As os/posix/call.h, apart from it because copying alone needs
// their headers.
#ifndef RILL_OS_LINUX_COPY_CALL_H
#define RILL_OS_LINUX_COPY_CALL_H

#include <asm/ioctl.h>     // _IOW
#include <fcntl.h>         // splice
#include <sys/sendfile.h>  // sendfile
#include <sys/syscall.h>   // SYS_ioctl
#include <unistd.h>        // copy_file_range, syscall

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

// FICLONE of <linux/fs.h>, whose macros (BLOCK_SIZE and others) a program
// had better not get with a header of rill; nor those of <sys/ioctl.h> (CTRL
// and others), which declares ioctl.
inline constexpr unsigned long clone_request = _IOW(0x94, 9, int);

/// The system calls of os/linux/copy.h that a test can replace.
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

}  // namespace rill::inline RILL_BUILD::os

#endif
