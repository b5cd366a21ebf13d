// rill/os/posix/child.h: waits for child processes and signals them.
//
// Layer 3. Tests: test/process/exit_status_test.cpp, test/os/child_test.cpp.
#ifndef RILL_OS_POSIX_CHILD_H
#define RILL_OS_POSIX_CHILD_H

#include <fcntl.h>     // fcntl, O_CLOEXEC
#include <signal.h>    // kill, siginfo_t, SIGSEGV and the other numbers, …
#include <sys/stat.h>  // mkfifo
#include <sys/wait.h>  // waitid
#if defined(__linux__)
#include <sys/syscall.h>  // SYS_pidfd_send_signal
#endif

#include "../../base/text.h"
#include "../clock.h"
#include "../process_types.h"
#include "call.h"
#include "device.h"

// The calls that start processes, wait for them and end them.
//
// Replaceable as in call.h.

namespace rill::inline RILL_BUILD::os {

/// The system calls on processes that a test can replace.
struct process_calls {
  int (*pipe)(int*) = [](int* ends) {
#if defined(__APPLE__)
    // A fork in another thread between pipe() and fcntl() leaks the ends to
    // its child; rill's own children get only the descriptors they are given.
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
  // The arguments are a pidfd, a signal and flags.
  int (*pidfd_send_signal)(int, int, unsigned) = [](int pidfd, int number,
                                                    unsigned flags) {
#if defined(SYS_pidfd_send_signal)
    return static_cast<int>(
        ::syscall(SYS_pidfd_send_signal, pidfd, number, nullptr, flags));
#else
    (void)pidfd, (void)number, (void)flags;
    errno = ENOSYS;
    return -1;
#endif
  };
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE process_calls process_call;

// The names of signals.
//
// Allocates nothing, throws nothing. The numbers are those of <signal.h>,
// because they differ between systems and processors. POSIX has no call that
// gives the names; glibc 2.32 has sigabbrev_np.

struct named_signal {
  int number;
  text name;
};

// The signals of POSIX, then those that only some systems have. SIGIO and
// SIGPOLL have one number on Linux; signal_name returns the first.
inline constexpr named_signal named_signals[] = {
    {SIGABRT, "SIGABRT"},     {SIGALRM, "SIGALRM"}, {SIGBUS, "SIGBUS"},
    {SIGCHLD, "SIGCHLD"},     {SIGCONT, "SIGCONT"}, {SIGFPE, "SIGFPE"},
    {SIGHUP, "SIGHUP"},       {SIGILL, "SIGILL"},   {SIGINT, "SIGINT"},
    {SIGKILL, "SIGKILL"},     {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"},
    {SIGSEGV, "SIGSEGV"},     {SIGSTOP, "SIGSTOP"}, {SIGTERM, "SIGTERM"},
    {SIGTSTP, "SIGTSTP"},     {SIGTTIN, "SIGTTIN"}, {SIGTTOU, "SIGTTOU"},
    {SIGUSR1, "SIGUSR1"},     {SIGUSR2, "SIGUSR2"}, {SIGURG, "SIGURG"},
    {SIGTRAP, "SIGTRAP"},     {SIGSYS, "SIGSYS"},   {SIGVTALRM, "SIGVTALRM"},
    {SIGXCPU, "SIGXCPU"},     {SIGXFSZ, "SIGXFSZ"},
#if defined(SIGPROF)
    {SIGPROF, "SIGPROF"},
#endif
#if defined(SIGWINCH)
    {SIGWINCH, "SIGWINCH"},
#endif
#if defined(SIGIO)
    {SIGIO, "SIGIO"},
#endif
#if defined(SIGPOLL)
    {SIGPOLL, "SIGPOLL"},
#endif
#if defined(SIGSTKFLT)
    {SIGSTKFLT, "SIGSTKFLT"},
#endif
#if defined(SIGPWR)
    {SIGPWR, "SIGPWR"},
#endif
#if defined(SIGEMT)
    {SIGEMT, "SIGEMT"},
#endif
#if defined(SIGINFO)
    {SIGINFO, "SIGINFO"},
#endif
};

/// Returns the name of a signal, such as SIGSEGV. Real-time signals and
/// unknown numbers have no name; the text is empty then.
constexpr text signal_name(int number) noexcept {
  for (named_signal const& one : named_signals)
    if (one.number == number) return one.name;
  return {};
}

// A process that was started: waiting for its end, and ending it.
//
// Allocates nothing, throws nothing. A process stays a zombie until collect(),
// so that neither its number nor that of its group is reused, unless other code
// of this program waits for every child or ignores SIGCHLD.
//
// With a pidfd (Linux 5.4; its group 6.9), waits and signals refer to the
// process itself: they return an error, or do nothing, once other code has
// collected it. Without one, or where a filter of system calls refuses them,
// they refer to its number. They then do nothing if this program has no child
// of that number. They cannot tell another child that has got the number since,
// and other code may collect the process between that check and the signal.

/// A process that was started: a plain value, not an owner.
struct child_process {
  int id = 0;                        // 0: no process, or already collected
  native_handle handle = no_handle;  // a pidfd, where the system has them
  int group = 0;                     // the group that it leads or has joined
  int group_inside = 0;  // its number in the PID namespace of the process
};

/// Has a new process join the group of another one.
inline void join_group(spawn_request& request, child_process const& member) {
  request.group = member.group;
  request.group_inside = member.group_inside;
}

// Converts a time to poll's milliseconds, rounded up.
inline int poll_milliseconds(unsigned long long nanoseconds) {
  constexpr unsigned long long most = 1'000'000'000;  // 11 days
  if (nanoseconds == for_ever) return -1;
  unsigned long long const whole =
      (nanoseconds / 1'000'000) + (nanoseconds % 1'000'000 != 0 ? 1 : 0);
  return static_cast<int>(whole < most ? whole : most);
}

// Returns the time left of a period that began at `start`.
inline unsigned long long time_left(unsigned long long nanoseconds,
                                    unsigned long long start) {
  if (nanoseconds == for_ever) return for_ever;
  unsigned long long const passed = steady_nanoseconds() - start;
  return passed < nanoseconds ? nanoseconds - passed : 0;
}

// Linux before 5.4 refuses a pidfd with EINVAL.
inline int wait_for_child(child_process const& process, siginfo_t& about,
                          int how) {
  constexpr auto by_pidfd = static_cast<idtype_t>(3);  // P_PIDFD
  bool has_pidfd = process.handle != no_handle;
  for (;;) {
    about.si_pid = 0;
    int const chosen = has_pidfd ? process.handle : process.id;
    if (process_call.waitid(has_pidfd ? by_pidfd : P_PID,
                            static_cast<id_t>(chosen), &about, how) == 0)
      return 0;
    if (errno == EINVAL && has_pidfd)
      has_pidfd = false;
    else if (errno != EINTR)
      return -1;
  }
}

inline awaited ask_for_end(child_process const& process) {
  siginfo_t about{};
  if (wait_for_child(process, about, WEXITED | WNOHANG | WNOWAIT) != 0)
    return {false, last_error()};
  return {about.si_pid != 0, {}};
}

/// Waits until a process has ended, at most for the given nanoseconds; does not
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

/// Frees the parent's resources for a process. Requires: it was collected, or
/// never will be.
inline void release(child_process& process) {
  if (process.handle != no_handle) (void)close(process.handle);
  process = {};
}

/// Waits for the end of a process and returns how it ended.
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

// Returns true if a call with a pidfd has failed because of the kernel or of a
// filter of system calls. EPERM may also concern the process; the call with its
// number then fails with EPERM, too.
constexpr bool has_refused_pidfd(int number) noexcept {
  return number == ENOSYS || number == EINVAL || number == EPERM;
}

// Signals the process, or all of its group. Signal 0 only checks the
// permission. Succeeds if the process is gone.
inline error_code send_to(child_process const& process, int number,
                          bool is_for_group) {
  constexpr unsigned process_group = 1u << 2;  // PIDFD_SIGNAL_PROCESS_GROUP
  int answer = -1;
  if (process.handle != no_handle)
    answer = process_call.pidfd_send_signal(process.handle, number,
                                            is_for_group ? process_group : 0);
  if (answer != 0 && (process.handle == no_handle || has_refused_pidfd(errno)))
    answer =
        process_call.kill(is_for_group ? -process.group : process.id, number);
  return answer != 0 && errno != ESRCH ? last_error() : error_code{};
}

// Returns true if the process has a group that may be signalled. To kill(2), 0
// and -1 are the caller's group and all processes.
inline bool has_own_group(child_process const& process) {
  return process.group > 1 && process.group != ::getpgrp();
}

// Signals the group by its leader, and the process itself if that has not
// reached it. kill(2) of a group succeeds if it may signal any process of it,
// so the process is checked separately. SIGKILL goes to both, in case other
// code has collected the leader before its group was signalled.
inline error_code send_to_all(child_process const& process, int number) {
  bool const is_grouped = has_own_group(process);
  error_code group;
  if (is_grouped && process.group == process.id)
    group = send_to(process, number, true);
  bool const is_reached =
      is_grouped && number != SIGKILL && ::getpgid(process.id) == process.group;
  error_code const self = send_to(process, is_reached ? 0 : number, false);
  return group ? group : self;
}

// Sends nothing if the process is no child of this program any more (ECHILD):
// other code has collected it, or this program is a fork of the parent.
// Succeeds if the process has ended.
inline error_code send_signal(child_process const& process, int number) {
  if (process.id == 0) return {};
  if (error_code const unknown = ask_for_end(process).error)
    return unknown.number == ECHILD ? error_code{} : unknown;
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

// Makes a write to a closed pipe fail instead of ending the program.
//
// Allocates nothing, throws nothing. Where sigemptyset and similar functions
// are macros (macOS), they cannot be named with ::.

/// While an object of this class exists, SIGPIPE is not delivered to the
/// calling thread; write(2) fails with EPIPE. Other threads and the signal's
/// disposition are not affected. A SIGPIPE that was already pending stays
/// pending.
///
/// Cost: 4 system calls, about 0.5 us.
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
    int number = 0;  // without sigtimedwait; it is pending, so this never waits
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
