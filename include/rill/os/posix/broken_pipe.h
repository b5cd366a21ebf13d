// rill/os/posix/broken_pipe.h: writing to a pipe that is not read any more is
// an error, and not the end of the program.
//
// Floor 3. Allocates nothing, throws nothing. Where sigemptyset and its like
// are macros (macOS), they cannot be named with ::. Tests:
// test/os/pump_test.cpp.
#ifndef RILL_OS_POSIX_BROKEN_PIPE_H
#define RILL_OS_POSIX_BROKEN_PIPE_H

#include <signal.h>  // pthread_sigmask, sigtimedwait

#include "handle.h"

namespace rill::inline RILL_BUILD::os {

/// While an object of this class exists, SIGPIPE is not delivered to the
/// calling thread; write(2) fails with EPIPE. Other threads and the signal's
/// disposition are not affected. A SIGPIPE that was already pending stays
/// pending.
///
/// Cost: 4 system calls, some 0.5 us.
class no_broken_pipe_signal {
 public:
  no_broken_pipe_signal() noexcept {
    was_pending_ = is_pending();
    if (was_pending_) return;
    sigset_t const pipe = only_pipe();
    (void)::pthread_sigmask(SIG_BLOCK, &pipe, &before_);
  }
  no_broken_pipe_signal(no_broken_pipe_signal const&) = delete;
  no_broken_pipe_signal& operator=(no_broken_pipe_signal const&) = delete;
  ~no_broken_pipe_signal() {
    if (was_pending_) return;
    int const number = errno;
    if (is_pending()) take_signal();
    (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = number;
  }

 private:
  static sigset_t only_pipe() noexcept {
    sigset_t result;
    (void)sigemptyset(&result);
    (void)sigaddset(&result, SIGPIPE);
    return result;
  }
  static bool is_pending() noexcept {
    sigset_t pending;
    (void)sigemptyset(&pending);
    (void)::sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
  }
  static void take_signal() noexcept {
    sigset_t const pipe = only_pipe();
#if defined(__APPLE__) || defined(__OpenBSD__)
    int number = 0;  // without sigtimedwait; it is pending, so none is awaited
    (void)::sigwait(&pipe, &number);
#else
    timespec const at_once{};
    while (::sigtimedwait(&pipe, nullptr, &at_once) < 0 && errno == EINTR) {
    }
#endif
  }

  sigset_t before_;
  bool was_pending_ = false;
};

}  // namespace rill::inline RILL_BUILD::os

#endif
