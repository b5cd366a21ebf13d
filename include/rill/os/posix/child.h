// rill/os/posix/child.h: a process that was started: waiting for its end, and
// ending it.
//
// Floor 3. Allocates nothing, throws nothing. Waits on the pidfd of a
// process where there is one (Linux 5.3 can poll it), and otherwise polls at
// short intervals. A process stays a zombie until collect(), so that neither
// its number nor that of its group can be reused. Tests:
// test/os/child_test.cpp.
#ifndef RILL_OS_POSIX_CHILD_H
#define RILL_OS_POSIX_CHILD_H

#include "../clock.h"
#include "../process_terms.h"
#include "device.h"
#include "process_call.h"

namespace rill::inline RILL_BUILD::os {

/// A process that was started: a plain value, not an owner.
struct child_process {
  int id = 0;                        // 0: none, or it was collected
  native_handle handle = no_handle;  // a pidfd, where the system has them
  int group = 0;                     // that it leads, or has joined
};

// The milliseconds that poll is to wait for, rounded up.
inline int poll_milliseconds(unsigned long long nanoseconds) {
  constexpr unsigned long long most = 1'000'000'000;  // 11 days
  if (nanoseconds == for_ever) return -1;
  unsigned long long const whole =
      (nanoseconds / 1'000'000) + (nanoseconds % 1'000'000 != 0 ? 1 : 0);
  return static_cast<int>(whole < most ? whole : most);
}

// What is left of a time that began at `start`.
inline unsigned long long time_left(unsigned long long nanoseconds,
                                    unsigned long long start) {
  if (nanoseconds == for_ever) return for_ever;
  unsigned long long const passed = steady_nanoseconds() - start;
  return passed < nanoseconds ? nanoseconds - passed : 0;
}

inline int wait_for_child(child_process const& process, siginfo_t& about,
                          int how) {
  for (;;) {
    about.si_pid = 0;
    if (process_call.waitid(P_PID, static_cast<id_t>(process.id), &about,
                            how) == 0)
      return 0;
    if (errno != EINTR) return -1;
  }
}

inline awaited ask_for_end(child_process const& process) {
  siginfo_t about{};
  if (wait_for_child(process, about, WEXITED | WNOHANG | WNOWAIT) != 0)
    return {false, last_error()};
  return {about.si_pid != 0, {}};
}

/// Waits until a process has ended, at most for some nanoseconds; does not
/// collect it.
inline awaited await_end(child_process const& process,
                         unsigned long long nanoseconds) {
  unsigned long long const start = steady_nanoseconds();
  for (int pause = 1;; pause = pause < 16 ? pause * 2 : 20) {
    awaited const now = ask_for_end(process);
    unsigned long long const left = time_left(nanoseconds, start);
    if (now.has_ended || now.error || left == 0) return now;
    int const wait = poll_milliseconds(left);
    if (process.handle != no_handle) {
      pollfd end{process.handle, POLLIN, 0};
      (void)call.poll(&end, 1, wait);
    } else {
      (void)call.poll(nullptr, 0, wait >= 0 && wait < pause ? wait : pause);
    }
  }
}

/// Frees what the parent keeps of a process. Requires: it was collected, or
/// never will be.
inline void release(child_process& process) {
  if (process.handle != no_handle) (void)close(process.handle);
  process = {};
}

/// Waits for the end of a process and says how it was.
inline collected collect(child_process& process) {
  siginfo_t about{};
  int const answer = wait_for_child(process, about, WEXITED);
  error_code const error = answer != 0 ? last_error() : error_code{};
  release(process);
  if (error) return {{}, error};
  bool const is_signal = about.si_code != CLD_EXITED;
  return {{is_signal, about.si_code == CLD_DUMPED,
           static_cast<unsigned>(about.si_status)},
          {}};
}

// Signal 0 asks for the permission alone. A process that is gone is no error.
inline error_code send_to(pid_t to, int number) {
  bool const failed = process_call.kill(to, number) != 0 && errno != ESRCH;
  return failed ? last_error() : error_code{};
}

// To its group, and to itself where it has left that. kill(2) of a group
// succeeds when it may signal any process of it, so the process is asked for
// too.
inline error_code send_to_all(child_process const& process, int number) {
  if (process.group == 0) return send_to(process.id, number);
  error_code const group = send_to(-process.group, number);
  bool const has_left = ::getpgid(process.id) != process.group;
  error_code const self = send_to(process.id, has_left ? number : 0);
  return group ? group : self;
}

// Sends nothing where other code has collected the process (ECHILD): its
// number may be that of another. A process that has ended is no error.
inline error_code send_signal(child_process const& process, int number) {
  if (process.id == 0 || ask_for_end(process).error) return {};
  error_code const error = send_to_all(process, number);
  return error && ask_for_end(process).has_ended ? error_code{} : error;
}

/// Asks a process and its group to end: SIGTERM, and SIGCONT for those that
/// are stopped.
inline error_code ask_to_stop(child_process const& process) {
  if (error_code const error = send_signal(process, SIGTERM)) return error;
  return send_signal(process, SIGCONT);
}

/// Ends a process and its group: SIGKILL. Errors: EPERM.
inline error_code end_tree(child_process const& process) {
  return send_signal(process, SIGKILL);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
