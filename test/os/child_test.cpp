// test/os/child_test.cpp: waiting for a process, asking it to stop and ending
// it, with a pidfd and without.
// covers: rill/os/process.h
// covers: rill/os/posix/child.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/os/process.h>
#include <rill/os/spawn.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "support/descriptors.h"

using rill::text;
namespace os = rill::os;
using std::chrono::steady_clock;

namespace {

// Starts a shell that runs `script`. `has_pidfd`: the parent waits by a pidfd;
// otherwise by the process's id.
os::child_process shell(char const* script, bool has_pidfd,
                        bool has_group = true) {
  static os::child_handle const handles[] = {{0, 0}, {1, 1}, {2, 2}};
  text const arguments[] = {"sh", "-c", script};
  os::spawn_request request;
  request.program = arguments[0];
  request.arguments = arguments;
  request.argument_count = 3;
  request.handles = handles;
  request.handle_count = 3;
  request.has_own_group = has_group;
  os::spawned made = os::spawn(request);
  REQUIRE(!made.error);
  if (!has_pidfd && made.process.handle != os::no_handle) {
    (void)os::close(made.process.handle);
    made.process.handle = os::no_handle;
  }
  return made.process;
}

constexpr unsigned long long millisecond = 1'000'000;

long long milliseconds_since(steady_clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             steady_clock::now() - begin)
      .count();
}

// Restores the system calls of processes at the end of a test.
struct kept_process_calls {
  os::process_calls before = os::process_call;
  ~kept_process_calls() { os::process_call = before; }
};

}  // namespace

TEST_CASE("os/process: waiting ends with the time or with the process") {
  rill_test::descriptor_count const before;
  for (bool has_pidfd : {true, false}) {
    os::child_process child = shell("sleep 0.3; exit 7", has_pidfd);
    auto const begin = steady_clock::now();
    CHECK(!os::await_end(child, 0).has_ended);
    CHECK(!os::await_end(child, 50 * millisecond).has_ended);
    CHECK(milliseconds_since(begin) >= 50);
    CHECK(milliseconds_since(begin) < 250);
    CHECK(os::await_end(child, os::for_ever).has_ended);
    CHECK(os::await_end(child, 0).has_ended);  // it is not collected yet
    CHECK(os::collect(child).report.number == 7);
    CHECK(child.id == 0);
    CHECK(child.handle == os::no_handle);
  }
  CHECK(before.same());
}

TEST_CASE("os/process: a core dump is told where the system makes one") {
  os::child_process child = shell("ulimit -c unlimited; kill -SEGV $$", true);
  os::exit_report const report = os::collect(child).report;
  CHECK(report.is_signal);
  CHECK(report.number == SIGSEGV);
}

TEST_CASE("os/process: asked, a process may end by itself") {
  for (bool has_pidfd : {true, false})
    for (bool has_group : {true, false}) {
      os::child_process child =
          shell("trap 'exit 5' TERM; while :; do sleep 0.01; done", has_pidfd,
                has_group);
      ::usleep(100'000);
      CHECK(!os::ask_to_stop(child));
      CHECK(os::await_end(child, 5000 * millisecond).has_ended);
      CHECK(os::collect(child).report.number == 5);
    }
}

TEST_CASE("os/process: a stopped process is asked and woken") {
  os::child_process child = shell("sleep 60", true);
  ::usleep(50'000);
  ::kill(-child.group, SIGSTOP);
  CHECK(!os::ask_to_stop(child));
  CHECK(os::await_end(child, 5000 * millisecond).has_ended);
  CHECK(os::collect(child).report.number == SIGTERM);
}

TEST_CASE("os/process: a group is ended whole, also without its leader") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  int const kept = ::dup(1);
  ::dup2(ends[1], 1);
  os::child_process child = shell(
      "trap '' TERM; (trap '' TERM; (trap '' TERM; sleep 60; sleep 60)& "
      "sleep 60; sleep 60)& exit 3",
      true);
  ::dup2(kept, 1);
  ::close(kept);
  ::close(ends[1]);
  CHECK(os::await_end(child, 5000 * millisecond).has_ended);
  CHECK(!os::end_tree(child));
  char byte;
  CHECK(::read(ends[0], &byte, 1) == 0);  // no process of the group holds it
  ::close(ends[0]);
  CHECK(os::collect(child).report.number == 3);
}

TEST_CASE("os/process: what left its group is ended by its own number") {
  os::child_process child = shell("exec sleep 60", true);
  child.group = ::getpgrp() + 100'000'000;  // no such group
  CHECK(!os::end_tree(child));
  CHECK(os::collect(child).report.number == SIGKILL);
}

TEST_CASE("os/process: ending what has ended is no error") {
  os::child_process child = shell("exit 0", true);
  CHECK(os::await_end(child, os::for_ever).has_ended);
  CHECK(!os::end_tree(child));
  CHECK(!os::ask_to_stop(child));
  CHECK(os::collect(child).report.number == 0);
  CHECK(!os::end_tree(child));
}

TEST_CASE("os/process: a child that other code has waited for is an error") {
  rill_test::descriptor_count const before;
  os::child_process child = shell("exit 0", true);
  CHECK(::waitpid(child.id, nullptr, 0) == child.id);
  CHECK(os::await_end(child, 0).error.number == ECHILD);
  CHECK(os::collect(child).error.number == ECHILD);
  CHECK(before.same());
}

TEST_CASE("os/process: interrupted waits go on, errors of kill are told") {
  kept_process_calls const kept;
  static int calls;
  calls = 0;
  os::process_call.waitid = [](idtype_t type, id_t id, siginfo_t* about,
                               int how) {
    if (++calls % 2 == 1) {
      errno = EINTR;
      return -1;
    }
    return ::waitid(type, id, about, how);
  };
  os::child_process child = shell("exit 9", true);
  CHECK(os::collect(child).report.number == 9);
  CHECK(calls == 2);
  os::process_call.kill = [](pid_t, int) {
    errno = EPERM;
    return -1;
  };
  os::process_call.pidfd_send_signal = [](int, int, unsigned) {
    errno = EPERM;
    return -1;
  };
  for (bool has_pidfd : {true, false}) {
    child = shell("exec sleep 60", has_pidfd);
    CHECK(os::end_tree(child).number == EPERM);
    CHECK(os::ask_to_stop(child).number == EPERM);
    os::process_calls const failing = os::process_call;
    // kill(2) succeeds for a group if it may signal at least one of its
    // processes.
    os::process_call.kill = [](pid_t to, int) {
      errno = EPERM;
      return to < 0 ? 0 : -1;
    };
    CHECK(os::end_tree(child).number == EPERM);
    os::process_call = kept.before;
    CHECK(!os::end_tree(child));
    CHECK(os::collect(child).report.number == SIGKILL);
    os::process_call = failing;
  }
}

TEST_CASE("os/process: what has ended needs no permission to be ended") {
  kept_process_calls const kept;
  os::process_call.kill = [](pid_t, int) {
    errno = EPERM;
    return -1;
  };
  os::process_call.pidfd_send_signal = [](int, int, unsigned) {
    errno = EPERM;
    return -1;
  };
  for (bool has_group : {true, false}) {
    os::child_process child = shell("exit 3", true, has_group);
    CHECK(os::await_end(child, os::for_ever).has_ended);
    CHECK(!os::end_tree(child));
    CHECK(os::collect(child).report.number == 3);
  }
}

TEST_CASE("os/process: the number of a process that is gone is not signalled") {
  kept_process_calls const kept;
  static int calls;
  calls = 0;
  os::child_process child = shell("exit 0", true);
  CHECK(::waitpid(child.id, nullptr, 0) == child.id);
  os::process_call.kill = [](pid_t, int) {
    ++calls;
    return 0;
  };
  os::process_call.pidfd_send_signal = [](int, int, unsigned) {
    ++calls;
    return 0;
  };
  CHECK(!os::end_tree(child));
  CHECK(!os::ask_to_stop(child));
  CHECK(calls == 0);
  os::release(child);
}

TEST_CASE("os/process: an error of waiting is one of the signals") {
  kept_process_calls const kept;
  os::child_process child = shell("exec sleep 60", true);
  os::process_call.waitid = [](idtype_t, id_t, siginfo_t*, int) {
    errno = EPERM;  // by a filter of system calls
    return -1;
  };
  CHECK(os::ask_to_stop(child).number == EPERM);
  CHECK(os::end_tree(child).number == EPERM);
  os::process_call = kept.before;
  CHECK(!os::end_tree(child));
  CHECK(os::collect(child).report.number == SIGKILL);
}

TEST_CASE("os/process: times in milliseconds are rounded up and bounded") {
  CHECK(os::poll_milliseconds(0) == 0);
  CHECK(os::poll_milliseconds(1) == 1);
  CHECK(os::poll_milliseconds(1'000'000) == 1);
  CHECK(os::poll_milliseconds(1'000'001) == 2);
  CHECK(os::poll_milliseconds(os::for_ever) == -1);
  CHECK(os::poll_milliseconds(os::for_ever - 1) == 1'000'000'000);
}
