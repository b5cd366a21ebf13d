// race/contenders/command.h: runs a program as a shell does. The clock includes
// its start and its end.
#ifndef RACE_CONTENDERS_COMMAND_H
#define RACE_CONTENDERS_COMMAND_H

#include <sys/resource.h>  // getrusage
#include <sys/wait.h>      // waitpid

#include "contender.h"

namespace race {

inline int64_t nanoseconds(timeval t) {
  return int64_t{t.tv_sec} * 1'000'000'000 + int64_t{t.tv_usec} * 1000;
}

// With an output, standard output of the program goes there. With --processor
// the clock is the processor time of the program, not of this process.
inline uint64_t run_command(char const* program, char* const* arguments,
                            char const* output = nullptr) {
  int const to =
      output ? open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : 1;
  pid_t const child = vfork();
  if (child == 0) {
    if (to < 0 || dup2(to, 1) < 0) _exit(127);
    execvp(program, arguments);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    fail("the command failed");
  stop_clock();
  if (output) close(to);
  if (getenv("RACE_PROCESSOR")) {
    rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    the_clock.total += nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
  }
  return 0;
}

}  // namespace race

#endif  // RACE_CONTENDERS_COMMAND_H
