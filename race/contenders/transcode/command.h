// race/contenders/transcode/command.h: a program that converts a file, run as
// a shell would run it. The clock has its start and its end too.
#ifndef RACE_CONTENDERS_TRANSCODE_COMMAND_H
#define RACE_CONTENDERS_TRANSCODE_COMMAND_H

#include <sys/resource.h>  // getrusage
#include <sys/wait.h>      // waitpid

#include "transcode.h"

namespace race {

// What programs call the encoding of the heat's output.
inline char const* target_name(job const& j) {
  char const* const word = last_word(j);
  return strcmp(word, "gb") == 0   ? "GB18030"
         : strcmp(word, "16") == 0 ? "UTF-16LE"
                                   : "UTF-32LE";
}

inline int64_t nanoseconds(timeval t) {
  return int64_t{t.tv_sec} * 1'000'000'000 + int64_t{t.tv_usec} * 1000;
}

// With --processor the clock is that of the program, not of this process.
inline uint64_t run_command(char const* program, char* const* arguments) {
  pid_t const child = vfork();
  if (child == 0) {
    execvp(program, arguments);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    fail("the command failed");
  stop_clock();
  if (getenv("RACE_PROCESSOR")) {
    rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    the_clock.total += nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
  }
  return 0;
}

}  // namespace race

#endif  // RACE_CONTENDERS_TRANSCODE_COMMAND_H
