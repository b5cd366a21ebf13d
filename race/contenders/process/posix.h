// race/contenders/process/posix.h: starts, waits and pipes by hand.
#ifndef RACE_CONTENDERS_PROCESS_POSIX_H
#define RACE_CONTENDERS_PROCESS_POSIX_H

#include <errno.h>     // EAGAIN
#include <poll.h>      // poll
#include <spawn.h>     // posix_spawn
#include <sys/wait.h>  // waitpid

#include "process.h"

extern "C" char** environ;

namespace race {

inline bool has_succeeded(pid_t child) {
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

inline bool spawn_and_wait(char const* path) {
  char* const arguments[] = {const_cast<char*>(path), nullptr};
  pid_t child = 0;
  return posix_spawn(&child, path, nullptr, nullptr, arguments, environ) == 0 &&
         has_succeeded(child);
}

// A child, the pipe that it reads, and the pipes of its two outputs.
struct piped_child {
  pid_t id = 0;
  int in = -1;
  int out = -1;
  int err = -1;
};

// With an input the child reads a pipe, otherwise /dev/null.
inline piped_child spawn_piped(char const* path, char const* argument,
                               bool has_input) {
  int in[2] = {-1, -1}, out[2], err[2];
  if ((has_input && pipe2(in, O_CLOEXEC) != 0) || pipe2(out, O_CLOEXEC) != 0 ||
      pipe2(err, O_CLOEXEC) != 0)
    fail("pipe2");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (has_input)
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  else
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  char* const arguments[] = {const_cast<char*>(path),
                             const_cast<char*>(argument), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, path, &actions, nullptr, arguments, environ) != 0)
    fail("posix_spawn");
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  close(err[1]);
  if (has_input) close(in[0]);
  return {child, in[1], out[0], err[0]};
}

inline constexpr size_t piece_size = 64 * 1024;

// Writes the input and reads both outputs in pieces of 64 KiB, as poll(2)
// allows. Reads into room(which) and calls take(which, data, size) for each
// piece.
template <class Room, class Take>
inline bool poll_loop(piped_child child, span input, Room room, Take take) {
  if (child.in >= 0)
    fcntl(child.in, F_SETFL, fcntl(child.in, F_GETFL) | O_NONBLOCK);
  pollfd pipes[3] = {
      {child.in, POLLOUT, 0}, {child.out, POLLIN, 0}, {child.err, POLLIN, 0}};
  while (pipes[0].fd >= 0 || pipes[1].fd >= 0 || pipes[2].fd >= 0) {
    if (poll(pipes, 3, -1) < 0) fail("poll");
    if (pipes[0].fd >= 0 && pipes[0].revents != 0) {
      size_t const size = input.size < piece_size ? input.size : piece_size;
      ssize_t const n = write(pipes[0].fd, input.data, size);
      if (n < 0 && errno != EAGAIN) fail("write");
      if (n > 0) input = {input.data + n, input.size - static_cast<size_t>(n)};
      if (input.size == 0) {
        close(pipes[0].fd);
        pipes[0].fd = -1;
      }
    }
    for (int i = 1; i != 3; ++i) {
      if (pipes[i].fd < 0 || pipes[i].revents == 0) continue;
      char* const to = room(i);
      ssize_t const n = read(pipes[i].fd, to, piece_size);
      if (n > 0) {
        take(i, to, static_cast<size_t>(n));
        continue;
      }
      close(pipes[i].fd);
      pipes[i].fd = -1;
    }
  }
  return has_succeeded(child.id);
}

// The same with one buffer for both outputs.
template <class Take>
inline bool poll_loop(piped_child child, span input, Take take) {
  static char buffer[piece_size];
  return poll_loop(child, input, [](int) { return buffer; }, take);
}

}  // namespace race

#endif  // RACE_CONTENDERS_PROCESS_POSIX_H
