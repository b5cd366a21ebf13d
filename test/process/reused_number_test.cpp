// test/process/reused_number_test.cpp: children whose number another process
// has got, children in a PID namespace of their own, and the signals that the
// programs of a pipeline get.
// covers: rill/process/child.h
// covers: rill/process/run_session.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process.h>
#include <sched.h>  // unshare
#include <signal.h>
#include <unistd.h>

#include <chrono>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/reused_number.h"

using namespace std::chrono_literals;
using rill::child;
using rill::command;

namespace {

// Starts a child and frees its number, as a host that waits for every child
// does.
child collected_child() {
  child one = rill::spawn({"true"}, {.in = rill::discarded});
  CHECK(rill_test::collect_elsewhere(one.id()));
  return one;
}

bool is_lost(auto const& answer) {
  return !answer && answer.error().code().number == ECHILD;
}

}  // namespace

#if defined(__linux__) && !RILL_THREAD_SANITIZER

TEST_CASE("process/child: another child that has got its number is let be") {
  rill_test::descriptor_count const before;
  {
    child one = collected_child();
    rill_test::bystander const other(one.id());
    if (!other.exists())
      return rill_test::skip("choosing a process id is not permitted");
    one.kill_tree();
    CHECK(other.is_untouched());
    auto const begin = std::chrono::steady_clock::now();
    CHECK(is_lost(one.try_wait_for(10s)));
    CHECK(is_lost(one.try_stop({.ask = 10s})));
    CHECK(is_lost(one.try_wait()));
    CHECK(std::chrono::steady_clock::now() - begin < 5s);
    CHECK(other.is_untouched());
  }
  {
    child one = collected_child();
    rill_test::bystander const other(one.id());
    CHECK(is_lost(one.try_wait()));
    CHECK(other.is_untouched());
  }
  for (rill::child_end how : {rill::child_end::stop, rill::child_end::wait}) {
    child one = rill::spawn({"true"}, {.in = rill::discarded, .at_end = how});
    CHECK(rill_test::collect_elsewhere(one.id()));
    rill_test::bystander const other(one.id());
    one = child();  // its destructor
    CHECK(other.is_untouched());
  }
  CHECK(before.same());
}

TEST_CASE("process/run: programs in a new PID namespace") {
  constexpr int not_permitted = 77;
  int const status = rill_test::status_of_child([] {
    if (::unshare(CLONE_NEWPID) != 0) return not_permitted;
    // The first process of the namespace is its init.
    child const init = rill::spawn({"sleep", "60"}, {.in = rill::discarded});
    auto const one = rill::try_run({"echo", "here"}, {.timeout = 60s});
    if (!one) return 1;
    if (!one->status.success() || !(one->out == "here\n")) return 2;
    auto const two =
        (command{"echo", "there"} | command{"cat"} | command{"cat"})
            .try_run({.timeout = 60s});
    if (!two) return 3;
    if (!two->status.success() || !(two->out == "there\n")) return 4;
    auto const slow = (command{"sleep", "60"} | command{"sleep", "60"})
                          .try_run({.timeout = 100ms});
    return !slow && slow.error().code() == rill::library_problem::timed_out ? 0
                                                                            : 5;
  });
  if (status == not_permitted)
    return rill_test::skip("a PID namespace is not permitted");
  CHECK(status == 0);
}

TEST_CASE("process/run: the group of a pipeline is asked once to stop") {
  rill::os::process_calls const before = rill::os::process_call;
  static int group_requests, single_requests;
  group_requests = single_requests = 0;
  static auto const by_pidfd = before.pidfd_send_signal;
  rill::os::process_call.pidfd_send_signal = [](int pidfd, int number,
                                                unsigned flags) {
    if (number == SIGTERM) ++(flags != 0 ? group_requests : single_requests);
    if (flags == 0) return by_pidfd(pidfd, number, flags);
    errno = EINVAL;  // as before Linux 6.9
    return -1;
  };
  static int by_number;
  by_number = 0;
  rill::os::process_call.kill = [](pid_t to, int number) {
    if (number == SIGTERM) ++by_number;
    return ::kill(to, number);
  };
  command const sleep{"sleep", "60"};
  auto const done =
      (sleep | sleep | sleep).try_run({.timeout = 50ms, .stop_after = 60s});
  rill::os::process_call = before;
  CHECK(!done);
  CHECK(group_requests == 1);
  CHECK(by_number == 1);
  CHECK(single_requests == 0);
}

TEST_CASE("process/run: a program that cannot be killed is an error") {
  rill::os::process_calls const before = rill::os::process_call;
  static int id;
  rill::os::process_call.pidfd_send_signal = [](int, int, unsigned) {
    errno = EPERM;
    return -1;
  };
  rill::os::process_call.kill = [](pid_t to, int) {
    if (to > 0) id = to;
    errno = EPERM;
    return -1;
  };
  auto const done = rill::try_run({"sleep", "60"}, {.timeout = 50ms});
  rill::os::process_call = before;
  CHECK(!done);
  CHECK(rill::text(done.error().what()) ==
        "stop sleep: Operation not permitted");
  CHECK(::kill(id, SIGKILL) == 0);
  CHECK(rill_test::collect_elsewhere(id));
}

#endif
