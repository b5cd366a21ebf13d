// rill/os/posix/process_call.h: the seam of the calls that start processes,
// wait for them and end them.
//
// Floor 3. As call.h.
#ifndef RILL_OS_POSIX_PROCESS_CALL_H
#define RILL_OS_POSIX_PROCESS_CALL_H

#include <fcntl.h>     // fcntl, O_CLOEXEC
#include <signal.h>    // kill, siginfo_t
#include <sys/wait.h>  // waitid

#include "call.h"

namespace rill::inline RILL_BUILD::os {

/// The system calls on processes that a test can replace.
struct process_calls {
  int (*pipe)(int*) = [](int* ends) {
#if defined(__APPLE__)
    // Another thread that forks in between hands both on; a child of rill's
    // gets what it is given alone.
    if (::pipe(ends) != 0) return -1;
    (void)::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)::fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#else
    return ::pipe2(ends, O_CLOEXEC);
#endif
  };
  int (*kill)(pid_t, int) = ::kill;
  int (*waitid)(idtype_t, id_t, siginfo_t*, int) = ::waitid;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE process_calls process_call;

}  // namespace rill::inline RILL_BUILD::os

#endif
