// test/support/child.h: runs a piece of a test in a process of its own, for
// what ends the process or changes its descriptors.
#ifndef RILL_TEST_SUPPORT_CHILD_H
#define RILL_TEST_SUPPORT_CHILD_H

#include "skip.h"

#if defined(_WIN32)
#include <fcntl.h>   // O_WRONLY
#include <unistd.h>  // open, dup2

namespace rill_test {

// There is no fork: a test asks first, and returns skip("needs fork").
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

namespace rill_test {

inline constexpr bool can_fork = true;

// Returns the exit status of the child, which is that of `work` unless it
// dies in between; -1 for a death by a signal. Its messages are dropped.
template <class Work>
int status_of_child(Work work) {
  fflush(nullptr);  // or both would write what is buffered
  pid_t const child = fork();
  if (child == 0) {
    int const nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    // The parent's handlers would go on with the parent's tests.
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
