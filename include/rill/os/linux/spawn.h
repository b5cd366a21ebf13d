// rill/os/linux/spawn.h: starts a process in the memory of its parent.
//
// Layer 3. Allocates with malloc, throws nothing. clone(2) with CLONE_VM and
// CLONE_VFORK suspends the calling thread until the child executes another
// program or exits. It copies no page tables, so a parent of 1 GiB takes no
// longer than one of 1 MiB (docs/decisions/0021-processes.md has figures). The
// child stores the error of a failed step in the shared memory. Until exec it
// makes system calls only and is not instrumented by sanitizers, because other
// threads keep running and may hold any lock. Tests: test/os/spawn_test.cpp.
#ifndef RILL_OS_LINUX_SPAWN_H
#define RILL_OS_LINUX_SPAWN_H

#include <pthread.h>       // pthread_sigmask, pthread_setcancelstate
#include <sched.h>         // clone
#include <sys/prctl.h>     // PR_SET_PDEATHSIG
#include <sys/resource.h>  // getrlimit
#include <sys/syscall.h>   // SYS_close_range
#include <time.h>          // nanosleep

#include "../posix/entry_list.h"
#include "../posix/device.h"  // above_standard_handles
#include "../posix/spawn_block.h"

#if !defined(CLONE_PIDFD)
#define CLONE_PIDFD 0x00001000
#endif

namespace rill::inline RILL_BUILD::os {

/// The calls that a test can replace.
struct spawn_calls {
  int (*clone)(int (*)(void*), void*, int, void*,
               int*) = [](int (*function)(void*), void* stack, int flags,
                          void* argument, int* descriptor) {
    return ::clone(function, stack, flags, argument, descriptor);
  };
  long (*close_range)(unsigned, unsigned) = [](unsigned first, unsigned last) {
#if defined(SYS_close_range)
    return ::syscall(SYS_close_range, first, last, 0);
#else
    return ::syscall(436, first, last, 0);  // the same on every processor
#endif
  };
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE spawn_calls spawn_call;

#define RILL_IN_CHILD \
  __attribute__((no_sanitize("address", "thread", "undefined")))

// The data that the child reads, and where it stores the failed step.
struct child_start {
  char* const* paths;
  char* const* arguments;
  char* const* environment;
  char const* directory;
  child_handle* handles;
  std::size_t handle_count;
  bool has_own_group;
  int group;  // in the child's PID namespace; the child stores its own
  bool ends_with_parent;
  pid_t parent;
  char const* failed = nullptr;
  bool is_about_directory = false;
  int error = 0;
};

// The parent's signal handlers must not run in the child, since the two share
// memory. Signals that are ignored stay ignored, as exec leaves them, except
// SIGPIPE, which gets its default action: a program that ignores it does so for
// itself and not for its children.
RILL_IN_CHILD inline void reset_signals() {
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction now{};
    if (::sigaction(number, nullptr, &now) != 0) continue;
    bool const is_ignored = now.sa_handler == SIG_IGN && number != SIGPIPE;
    if (now.sa_handler != SIG_DFL && !is_ignored)
      (void)::sigaction(number, &by_default, nullptr);
  }
}

RILL_IN_CHILD inline bool is_target(child_start const& start, int handle) {
  for (std::size_t i = 0; i != start.handle_count; ++i)
    if (start.handles[i].target == handle) return true;
  return false;
}

// Closes the descriptors from `first` on kernels before 5.9: those that
// /proc/self/fd lists, or without that folder every number up to the limit.
RILL_IN_CHILD inline void close_by_name(child_start const& start, int first) {
  int const folder = ::open("/proc/self/fd", O_RDONLY | O_DIRECTORY);
  if (folder < 0) {
    rlimit most{};
    (void)::getrlimit(RLIMIT_NOFILE, &most);
    constexpr rlim_t bound = 65536;
    int const end =
        static_cast<int>(most.rlim_cur < bound ? most.rlim_cur : bound);
    for (int handle = first; handle < end; ++handle)
      if (!is_target(start, handle)) (void)::close(handle);
    return;
  }
  alignas(8) char entries[1024];
  // Closing changes the listing, so each round starts again.
  for (bool has_closed = true; has_closed;) {
    has_closed = false;
    (void)::lseek(folder, 0, SEEK_SET);
    long const size =
        ::syscall(SYS_getdents64, folder, entries, sizeof entries);
    for (long at = 0; at < size;) {
      auto const* entry = reinterpret_cast<entry_record const*>(entries + at);
      int handle = 0;
      bool is_number = true;
      for (char const* c = entry->name; *c != '\0'; ++c) {
        is_number &= *c >= '0' && *c <= '9';
        handle = handle * 10 + (*c - '0');
      }
      if (is_number && handle >= first && handle != folder &&
          !is_target(start, handle)) {
        (void)::close(handle);
        has_closed = true;
      }
      at += entry->length;
    }
  }
  (void)::close(folder);
}

// Closes all descriptors that are not targets: between the targets and after
// the last.
RILL_IN_CHILD inline void close_others(child_start const& start) {
  for (int stream = 0; stream != 3; ++stream)
    if (!is_target(start, stream)) (void)::close(stream);
  for (int first = 3;;) {
    int next = -1;  // the first target from here on
    for (std::size_t i = 0; i != start.handle_count; ++i) {
      int const target = start.handles[i].target;
      if (target >= first && (next < 0 || target < next)) next = target;
    }
    unsigned const last = next < 0 ? ~0u : static_cast<unsigned>(next) - 1;
    if ((next < 0 || next > first) &&
        spawn_call.close_range(static_cast<unsigned>(first), last) != 0)
      return close_by_name(start, first);
    if (next < 0) return;
    first = next + 1;
  }
}

// Returns true if the call before has failed because a standard stream is
// closed.
RILL_IN_CHILD inline bool is_closed_stream(child_handle const& one) {
  return errno == EBADF && one.source <= 2;
}

// Source descriptors whose numbers are also targets are duplicated to other
// numbers first. A standard stream that is closed in the parent is closed in
// the child too. Any other closed descriptor is an error.
RILL_IN_CHILD inline bool place_handles(child_start& start) {
  int above = 3;
  for (std::size_t i = 0; i != start.handle_count; ++i)
    if (start.handles[i].target >= above) above = start.handles[i].target + 1;
  for (std::size_t i = 0; i != start.handle_count; ++i) {
    child_handle& one = start.handles[i];
    if (one.source == one.target || !is_target(start, one.source)) continue;
    int const copy = ::fcntl(one.source, F_DUPFD_CLOEXEC, above);
    if (copy < 0 && !is_closed_stream(one)) return false;
    one.source = copy;
  }
  for (std::size_t i = 0; i != start.handle_count; ++i) {
    child_handle const& one = start.handles[i];
    int const answer = one.source == one.target
                           ? ::fcntl(one.source, F_SETFD, 0)
                           : ::dup2(one.source, one.target);
    if (answer >= 0) continue;
    if (!is_closed_stream(one)) return false;
    if (one.source != one.target) (void)::close(one.target);
  }
  close_others(start);
  return true;
}

// Returns true if the parent has ended before it was watched. getppid returns 0
// for a parent in another PID namespace (unshare or setns with CLONE_NEWPID),
// which may have ended, too: the child then runs.
RILL_IN_CHILD inline bool has_lost_parent(child_start const& start) {
  pid_t const parent = ::getppid();
  return parent != start.parent && parent != 0;
}

// Makes the steps before exec. `failed` is then the step that failed, or null.
RILL_IN_CHILD inline void prepare_child(child_start& start) {
  reset_signals();
  start.failed = "set the process group of";
  if (start.has_own_group || start.group != 0) {
    if (::setpgid(0, start.group) != 0) return;
    start.group = ::getpgid(0);
  }
  if (start.ends_with_parent) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (has_lost_parent(start)) ::_exit(127);
  }
  start.failed = "redirect the streams of";
  if (!place_handles(start)) return;
  if (start.directory && ::chdir(start.directory) != 0) {
    start.failed = "change directory to";
    start.is_about_directory = true;
    return;
  }
  start.failed = nullptr;
}

RILL_IN_CHILD inline int run_child(void* memory) {
  auto& start = *static_cast<child_start*>(memory);
  prepare_child(start);
  if (start.failed) {
    start.error = errno;
    ::_exit(127);
  }
  sigset_t none;
  (void)::sigemptyset(&none);
  (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
  int error = ENOENT;
  for (char* const* path = start.paths; *path; ++path) {
    (void)::execve(*path, start.arguments, start.environment);
    error = error_of_search(error, errno);
    if (!may_be_elsewhere(errno)) break;
  }
  start.failed = "exec";
  start.error = error;
  ::_exit(127);
}

#undef RILL_IN_CHILD

// Blocks all signals until the child has reset its handlers, and defers the
// cancellation of the thread.
class quiet_thread {
 public:
  quiet_thread() {
    sigset_t all;
    (void)::sigfillset(&all);
    (void)::pthread_sigmask(SIG_SETMASK, &all, &before_);
#if !defined(__BIONIC__)
    (void)::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_);
#endif
  }
  quiet_thread(quiet_thread const&) = delete;
  quiet_thread& operator=(quiet_thread const&) = delete;
  ~quiet_thread() {
#if !defined(__BIONIC__)
    (void)::pthread_setcancelstate(cancel_, nullptr);
#endif
    (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t before_;
  int cancel_ = 0;
};

// The stack of the child. exec takes little; the dynamic linker, which may
// resolve a function for the first time, saves every register of the processor
// (up to 11 KiB with AMX).
inline constexpr std::size_t child_stack_size = 32 << 10;

inline spawned try_once(spawn_block const& block,
                        spawn_request const& request) {
  child_start start{
      block.paths(),
      block.arguments(),
      block.environment(),
      block.directory(),
      block.handles(),
      request.handle_count,
      request.has_own_group,
      request.group_inside != 0 ? request.group_inside : request.group,
      request.ends_with_parent,
      ::getpid()};
  // The child changes these handles; a second attempt needs the original ones.
  for (std::size_t i = 0; i != request.handle_count; ++i)
    start.handles[i] = request.handles[i];
  int descriptor = no_handle;
  quiet_thread const quiet;
  constexpr int flags = CLONE_VM | CLONE_VFORK | SIGCHLD;
  int id = spawn_call.clone(run_child, block.stack_end(), flags | CLONE_PIDFD,
                            &start, &descriptor);
  // A sandbox may refuse the flag. Linux before 5.2 ignores it.
  if (id < 0 && (errno == EINVAL || errno == EPERM))
    id = spawn_call.clone(run_child, block.stack_end(), flags, &start,
                          &descriptor);
  if (id < 0) return {{}, "start a process for", false, last_error()};
  // If a standard stream is closed, the pidfd may have its number.
  if (descriptor != no_handle)
    descriptor = above_standard_handles(descriptor).handle;
  child_process process{id, descriptor, group_of(request, id), start.group};
  if (!start.failed) return {process, "", false, {}};
  (void)collect(process);
  return {{},
          start.failed,
          start.is_about_directory,
          {error_source::system, start.error}};
}

// ENOENT for a file that exists means that its interpreter (#!) does not.
inline bool names_missing_interpreter(spawn_block const& block,
                                      spawn_request const& request,
                                      spawned const& result) {
  if (result.is_about_directory || result.error.number != ENOENT) return false;
  bool const has_folder = block.directory() && request.is_program_in_directory;
  int const folder =
      has_folder ? ::open(block.directory(), O_PATH | O_CLOEXEC) : AT_FDCWD;
  bool is_there = false;
  for (char* const* path = block.paths(); *path; ++path)
    is_there |= ::faccessat(folder, *path, F_OK, 0) == 0;
  if (folder >= 0) (void)::close(folder);
  return is_there;
}

/// Starts a process. The calling thread waits until the program runs.
///
/// On an error in the child, `operation` is the step that failed. Errors:
/// EAGAIN at the limit of processes (setrlimit(2)), ENOMEM; those of execve(2).
/// Retries after ETXTBSY for 31 milliseconds: another thread may have started a
/// process while the program's file was open for writing. That process holds
/// the descriptor of the file until its exec.
inline spawned spawn_by_clone(spawn_request const& request) {
  int const before = errno;
  spawn_block block;
  if (error_code const error = block.make(request, child_stack_size))
    return {{}, "start a process for", false, error};
  spawned result = try_once(block, request);
  for (long pause = 1'000'000;
       result.error.number == ETXTBSY && pause < 32'000'000; pause *= 2) {
    timespec const wait{0, pause};
    (void)::nanosleep(&wait, nullptr);
    result = try_once(block, request);
  }
  if (names_missing_interpreter(block, request, result))
    result.operation = "exec the interpreter of";
  errno = before;
  return result;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
