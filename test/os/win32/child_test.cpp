// test/os/win32/child_test.cpp: processes that end by themselves, on request,
// and together with all processes that they have started.
// platforms: windows
// covers: rill/os/win32/child.h
// covers: rill/os/process.h
// covers: rill/os/process_types.h
#include <doctest/doctest.h>

#include "support/windows_child.h"

#include <sstream>

#include "support/skip.h"

namespace os = rill::os;
using rill_test::child_mode;
using rill_test::own_child;
using rill_test::running_child;

namespace {

bool runs(DWORD id) {
  HANDLE const process = OpenProcess(SYNCHRONIZE, false, id);
  if (!process) return false;
  bool const answer = WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
  CloseHandle(process);
  return answer;
}

bool ends_soon(DWORD id) {
  for (int i = 0; i != 500 && runs(id); ++i) Sleep(10);
  return !runs(id);
}

void set_own_group(os::spawn_request& request) { request.has_own_group = true; }

// The process ids of the child, its child and its grandchild.
std::vector<DWORD> tree_of(running_child& child) {
  std::istringstream in(child.output(3));
  std::vector<DWORD> ids;
  for (DWORD id; in >> id;) ids.push_back(id);
  return ids;
}

constexpr unsigned long long millisecond = 1'000'000;

}  // namespace

TEST_CASE("os/win32/child: the exit code, of 32 bits") {
  for (char const* code : {"0", "1", "255", "256", "259", "3221225477"}) {
    child_mode const mode(std::string("exit ") + code);
    running_child child = own_child({"p"});
    REQUIRE(!child.made.error);
    CHECK(child.made.process.id != 0);
    CHECK(child.made.process.job == nullptr);
    CHECK(child.made.process.group == 0);
    os::collected const end = child.end();
    CHECK(!end.error);
    CHECK(!end.report.is_signal);
    CHECK(std::to_string(end.report.number) == code);
    CHECK(child.made.process.id == 0);
    CHECK(child.made.process.handle == nullptr);
  }
}

TEST_CASE("os/win32/child: a wait ends with its time, or with the child") {
  child_mode const mode("sleep");
  running_child child = own_child({"p"}, set_own_group);
  REQUIRE(!child.made.error);
  os::child_process const& process = child.made.process;
  CHECK(process.group == process.id);
  CHECK(!os::await_end(process, 0).has_ended);
  unsigned long long const before = os::steady_nanoseconds();
  os::awaited const waited = os::await_end(process, 80 * millisecond);
  unsigned long long const passed = os::steady_nanoseconds() - before;
  CHECK(!waited.has_ended);
  CHECK(!waited.error);
  CHECK(passed >= 80 * millisecond);
  CHECK(passed < 5'000 * millisecond);
  CHECK(!os::end_tree(process));
  CHECK(os::await_end(process, ~0ull).has_ended);
  CHECK(os::await_end(process, ~0ull - 1).has_ended);
  CHECK(!os::end_tree(process));  // it has ended already
  os::collected const end = child.end();
  CHECK(!end.error);
  CHECK(end.report.number == 1);
}

TEST_CASE("os/win32/child: the time of a wait, in milliseconds rounded up") {
  os::clock_calls const before = os::clock_call;
  static long long now = 0;
  os::clock_call.frequency = [](long long* out) {
    *out = 1'000'000'000;
    return 1;
  };
  os::clock_call.counter = [](long long* out) {
    *out = now;
    return 1;
  };
  struct row {
    unsigned long long limit;
    long long passed;
    unsigned long wanted;
  };
  constexpr unsigned long infinite = 0xFFFFFFFF;
  constexpr row rows[] = {
      {0, 0, 0},
      {1, 0, 1},
      {1, 1, 0},
      {millisecond, 0, 1},
      {millisecond + 1, 0, 2},
      {millisecond + 1, 1, 1},
      {80 * millisecond, 79'999'999, 1},
      {80 * millisecond, 90'000'000, 0},
      {(infinite - 1) * millisecond, 0, infinite - 1},
      {infinite * millisecond, 0, infinite - 1},  // the first wait
      {~0ull - 1, 5, infinite - 1},
      {~0ull, 5, infinite},
  };
  std::string wrong;
  for (row const& each : rows) {
    now = 1'000;
    os::wait_time const time(each.limit);
    now += each.passed;
    if (time.milliseconds() != each.wanted)
      wrong += std::to_string(each.limit) + " ";
  }
  os::clock_call = before;
  CHECK(wrong == "");
}

TEST_CASE("os/win32/child: what is released goes on") {
  child_mode const mode("tree 2");
  running_child child = own_child({"p"}, set_own_group);
  REQUIRE(!child.made.error);
  std::istringstream in(child.output(2));
  os::release(child.made.process);
  CHECK(child.made.process.id == 0);
  Sleep(50);
  for (DWORD id; in >> id;) {
    CHECK(runs(id));
    HANDLE const process = OpenProcess(PROCESS_TERMINATE, false, id);
    CHECK(TerminateProcess(process, 0));
    CloseHandle(process);
  }
}

TEST_CASE("os/win32/child: what is no process is an error") {
  os::child_process none;
  CHECK(os::await_end(none, 0).error.number ==
        os::windows_error::invalid_handle);
  CHECK(os::end_tree(none).number == os::windows_error::invalid_handle);
  CHECK((os::ask_to_stop(none) ==
         rill::error_code(rill::library_problem::unsupported)));
  CHECK(os::collect(none).error.number == os::windows_error::invalid_handle);
}

TEST_CASE("os/win32/child: a tree of three levels ends whole") {
  child_mode const mode("tree 3");
  running_child child = own_child({"p"}, set_own_group);
  REQUIRE(!child.made.error);
  std::vector<DWORD> const ids = tree_of(child);
  REQUIRE(ids.size() == 3);
  for (DWORD id : ids) CHECK(runs(id));
  CHECK(!os::end_tree(child.made.process));
  for (DWORD id : ids) CHECK(ends_soon(id));
  CHECK(child.output().empty());  // no process holds the pipe
}

TEST_CASE("os/win32/child: without a group the process alone is ended") {
  child_mode const mode("tree 2");
  running_child child =
      own_child({"p"}, [](auto& request) { request.ends_with_parent = true; });
  REQUIRE(!child.made.error);
  CHECK(child.made.process.job != nullptr);
  std::istringstream in(child.output(2));
  DWORD parent = 0, grandchild = 0;
  in >> parent >> grandchild;
  REQUIRE(grandchild != 0);
  CHECK(!os::end_tree(child.made.process));
  CHECK(ends_soon(parent));
  CHECK(runs(grandchild));
  CHECK(child.end().report.number == 1);
  CHECK(runs(grandchild));  // it still runs
  HANDLE const process = OpenProcess(PROCESS_TERMINATE, false, grandchild);
  CHECK(TerminateProcess(process, 0));
  CloseHandle(process);
}

TEST_CASE("os/win32/child: a job ends with its last handle") {
  child_mode const mode("tree 3");
  for (bool has_group : {false, true}) {
    running_child child = own_child({"p"}, [&](auto& request) {
      request.has_own_group = has_group;
      request.ends_with_parent = true;
    });
    REQUIRE(!child.made.error);
    std::vector<DWORD> const ids = tree_of(child);
    REQUIRE(ids.size() == 3);
    // Closing the job ends its processes, as the end of the parent does.
    CHECK(CloseHandle(child.made.process.job));
    child.made.process.job = nullptr;
    for (DWORD id : ids) CHECK(ends_soon(id));
  }
}

TEST_CASE("os/win32/child: only a group can be asked to stop") {
  child_mode const mode("sleep");
  running_child const shared = own_child({"p"});
  CHECK((os::ask_to_stop(shared.made.process) ==
         rill::error_code(rill::library_problem::unsupported)));
  running_child const own = own_child({"p"}, set_own_group);
  rill::error_code const asked = os::ask_to_stop(own.made.process);
  if (asked && !GetConsoleWindow()) return rill_test::skip("no console");
  CHECK(!asked);
  CHECK(os::await_end(own.made.process, 10'000 * millisecond).has_ended);
}
