// race/contenders/compress/command.h: the commands gzip, zstd and lz4, run as
// by a shell.
#ifndef RACE_CONTENDERS_COMPRESS_COMMAND_H
#define RACE_CONTENDERS_COMPRESS_COMMAND_H

#include <initializer_list>

#include "../command.h"
#include "compress.h"

namespace race {

// Runs `command > output` to its end, then stops the clock.
inline void run_words(std::initializer_list<char const*> command,
                      char const* output) {
  char const* words[8] = {};
  size_t count = 0;
  for (char const* word : command) words[count++] = word;
  run_command(words[0], const_cast<char* const*>(words), output);
}

// The output of a shell's `command < input | wc -lc`: lines and bytes.
inline uint64_t count_lines(job const& j, char const* command) {
  run_words({"sh", "-c", "$0 -d -c \"$1\" | wc -lc", command, j.input},
            j.output);
  FILE* const file = open_stream(j.output, "r");
  unsigned long long lines = 0, bytes = 0;
  if (fscanf(file, "%llu %llu", &lines, &bytes) != 2) fail("wc");
  fclose(file);
  return (lines << 32) + (bytes - lines);
}

// The bytes go to /dev/null while the clock runs; with the clock stopped, the
// command runs once more, to be judged.
inline uint64_t read_bytes(job const& j, char const* command) {
  run_words({command, "-d", "-c", j.input}, "/dev/null");
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  pid_t const child = vfork();
  if (child == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    execlp(command, command, "-d", "-c", j.input, nullptr);
    _exit(127);
  }
  close(ends[1]);
  static char buffer[piece_size];
  byte_checker bytes;
  while (size_t const got = read_piece(ends[0], buffer)) bytes(buffer, got);
  stop_clock();
  waitpid(child, nullptr, 0);
  return bytes.total();
}

// `level` is an option such as -6; `more` is a further argument or null.
inline uint64_t run_packer(job const& j, char const* command, char const* level,
                           char const* more = "-q") {
  if (is_lines(j)) return count_lines(j, command);
  if (!is_write(j)) return read_bytes(j, command);
  run_words({command, level, more, "-c", j.input}, j.output);
  return 0;
}

inline char const* level_word(job const& j) {
  return gzip_level(j) == 1 ? "-1" : "-6";
}

}  // namespace race

#endif  // RACE_CONTENDERS_COMPRESS_COMMAND_H
