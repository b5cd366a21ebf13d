// test/os/reused_number_test.cpp: waiting and signals refer to a process and
// not to its number; and what happens where pidfds are refused.
// covers: rill/os/posix/child.h
// covers: rill/os/pump.h
// covers: rill/os/linux/spawn.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/os/process.h>
#include <rill/os/pump.h>
#include <rill/os/spawn.h>
#include <sched.h>  // CLONE_PIDFD
#include <unistd.h>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/reused_number.h"

using rill::text;
namespace os = rill::os;

namespace {

constexpr unsigned long long a_second = 1'000'000'000;

os::child_process shell(char const* script, bool has_group = true) {
  static os::child_handle const handles[] = {{0, 0}, {1, 1}, {2, 2}};
  text const arguments[] = {"sh", "-c", script};
  os::spawn_request request;
  request.program = arguments[0];
  request.arguments = arguments;
  request.argument_count = 3;
  request.handles = handles;
  request.handle_count = 3;
  request.has_own_group = has_group;
  os::spawned const made = os::spawn(request);
  REQUIRE(!made.error);
  return made.process;
}

// Restores the system calls of processes at the end of a test.
struct kept_calls {
  os::process_calls before = os::process_call;
  ~kept_calls() { os::process_call = before; }
};

int calls;  // of the functions that replace system calls

}  // namespace

#if defined(__linux__) && !RILL_THREAD_SANITIZER

TEST_CASE("os/process: a number that is used again is another process's") {
  rill_test::descriptor_count const before;
  for (bool has_group : {true, false}) {
    os::child_process child = shell("exit 4", has_group);
    REQUIRE(child.handle != os::no_handle);
    REQUIRE(rill_test::collect_elsewhere(child.id));
    rill_test::bystander const other(child.id);
    if (!other.exists()) {
      os::release(child);
      return rill_test::skip("choosing a process id is not permitted");
    }
    CHECK(!os::ask_to_stop(child));
    CHECK(!os::end_tree(child));
    CHECK(os::await_end(child, 5 * a_second).error.number == ECHILD);
    CHECK(os::collect(child).error.number == ECHILD);
    CHECK(other.is_untouched());
  }
  CHECK(before.same());
}

TEST_CASE("os/process: a number that is used again during a call") {
  kept_calls const kept;
  // A thread of the host collects the child after rill has looked.
  static os::child_process child;
  static rill_test::bystander* other;
  os::process_call.waitid = [](idtype_t type, id_t id, siginfo_t* about,
                               int how) {
    int const answer = ::waitid(type, id, about, how);
    if (++calls == 1) {
      CHECK(rill_test::collect_elsewhere(child.id));
      other = new rill_test::bystander(child.id);
    }
    return answer;
  };
  for (int number : {SIGTERM, SIGKILL}) {
    calls = 0;
    child = shell("exit 4");
    CHECK(!os::send_signal(child, number));
    bool const exists = other->exists();
    CHECK((!exists || other->is_untouched()));
    delete other;
    os::release(child);
    if (!exists)
      return rill_test::skip("choosing a process id is not permitted");
  }
}

TEST_CASE("os/process: signals and waits go by the pidfd") {
  kept_calls const kept;
  calls = 0;
  os::process_call.kill = [](pid_t, int) {
    ++calls;
    return 0;
  };
  os::process_call.waitid = [](idtype_t type, id_t id, siginfo_t* about,
                               int how) {
    if (type == P_PID) ++calls;
    return ::waitid(type, id, about, how);
  };
  os::child_process child = shell("exec sleep 60", false);
  CHECK(!os::end_tree(child));
  CHECK(os::collect(child).report.number == SIGKILL);
  CHECK(calls == 0);
}

TEST_CASE("os/process: where signals by a pidfd are refused, the number is") {
  kept_calls const kept;
  for (int error : {ENOSYS, EPERM, EINVAL}) {
    static int refused;
    refused = error;
    calls = 0;
    os::process_call.pidfd_send_signal = [](int, int, unsigned) {
      ++calls;
      errno = refused;
      return -1;
    };
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    int const kept_output = ::dup(1);
    ::dup2(ends[1], 1);
    os::child_process child = shell("sleep 60 & sleep 60");
    ::dup2(kept_output, 1);
    ::close(kept_output);
    ::close(ends[1]);
    CHECK(!os::end_tree(child));
    char byte;
    CHECK(::read(ends[0], &byte, 1) == 0);  // all of the group has ended
    ::close(ends[0]);
    CHECK(calls != 0);
    CHECK(os::collect(child).report.number == SIGKILL);
  }
}

TEST_CASE("os/process: Linux before 5.4 cannot wait by a pidfd") {
  kept_calls const kept;
  calls = 0;
  os::process_call.waitid = [](idtype_t type, id_t id, siginfo_t* about,
                               int how) {
    if (type == P_PID) return ::waitid(type, id, about, how);
    ++calls;
    errno = EINVAL;
    return -1;
  };
  os::child_process child = shell("exit 6");
  CHECK(os::await_end(child, 5 * a_second).has_ended);
  CHECK(os::collect(child).report.number == 6);
  CHECK(calls != 0);
}

TEST_CASE("os/spawn: a sandbox that refuses pidfds") {
  auto const before = os::spawn_call;
  for (int error : {EINVAL, EPERM}) {
    static int refused;
    refused = error;
    os::spawn_call.clone = [](int (*function)(void*), void* stack, int flags,
                              void* argument, int* descriptor) {
      if ((flags & CLONE_PIDFD) == 0)
        return ::clone(function, stack, flags, argument, descriptor);
      errno = refused;
      return -1;
    };
    os::child_process child = shell("sleep 60 & sleep 60");
    CHECK(child.handle == os::no_handle);
    CHECK(!os::await_end(child, 1000).has_ended);
    CHECK(!os::end_tree(child));
    CHECK(os::collect(child).report.number == SIGKILL);
  }
  os::spawn_call = before;
}

#endif

TEST_CASE("os/process: numbers that kill(2) takes for others are no groups") {
  CHECK(!os::has_own_group({7, os::no_handle, 0}));
  CHECK(!os::has_own_group({1, os::no_handle, 1}));
  CHECK(!os::has_own_group({7, os::no_handle, -1}));
  CHECK(!os::has_own_group({7, os::no_handle, ::getpgrp()}));
  CHECK(os::has_own_group({7, os::no_handle, ::getpgrp() + 1}));
}

TEST_CASE("os/process: a parent that joins its child's group outlives it") {
  CHECK(rill_test::status_of_child([] {
          os::child_process child = shell("exec sleep 60");
          if (::setpgid(0, child.group) != 0) return 1;
          if (os::end_tree(child)) return 2;
          return os::collect(child).report.number == SIGKILL ? 0 : 3;
        }) == 0);
}

TEST_CASE("os/process: a copy of the parent does not end its children") {
  os::child_process child = shell("exec sleep 60");
  CHECK(rill_test::status_of_child([&] {
          (void)os::ask_to_stop(child);
          return os::end_tree(child) ? 1 : 0;
        }) == 0);
  CHECK(!os::await_end(child, 50'000'000).has_ended);
  CHECK(!os::end_tree(child));
  CHECK(os::collect(child).report.number == SIGKILL);
}

TEST_CASE("os/pump: a watched process that other code has collected is over") {
  os::child_process child = shell("exit 0");
  CHECK(rill_test::collect_elsewhere(child.id));
  if (child.handle != os::no_handle) (void)os::close(child.handle);
  child.handle = os::no_handle;
  CHECK(os::pump_some(nullptr, 0, &child, 5 * a_second).has_ended);
}
