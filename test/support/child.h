// test/support/child.h: runs a function in a child process, for code that ends
// the process or changes its descriptors.
#ifndef RILL_TEST_SUPPORT_CHILD_H
#define RILL_TEST_SUPPORT_CHILD_H

#include "skip.h"

#if defined(_WIN32)
#include <fcntl.h>   // O_WRONLY
#include <unistd.h>  // open, dup2

namespace rill_test {

// Windows has no fork. A test checks can_fork and returns skip("needs fork").
inline constexpr bool can_fork = false;
template <class Work>
int status_of_child(Work) {
  return -1;
}

}  // namespace rill_test
#else
#include <fcntl.h>     // open
#include <signal.h>    // signal
#include <stdio.h>     // fflush
#include <sys/wait.h>  // waitpid
#include <unistd.h>    // fork, dup2, _exit

#include <initializer_list>

namespace rill_test {

inline constexpr bool can_fork = true;

// Returns the exit status of the child, which is the result of `work` unless
// the child exits earlier; -1 if a signal ends it. Discards its messages.
template <class Work>
int status_of_child(Work work) {
  fflush(nullptr);  // else both write the buffered bytes
  pid_t const child = fork();
  if (child == 0) {
    int const nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    // The child must not run the parent's signal handlers.
    for (int number : {SIGILL, SIGTRAP, SIGABRT, SIGSEGV})
      ::signal(number, SIG_DFL);
    _exit(work());
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace rill_test

#endif
#endif
