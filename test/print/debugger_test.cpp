// test/print/debugger_test.cpp: the sink of messages to a developer, with a
// daemon of the test's own.
// covers: rill/print/dbg.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/debug.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "support/captured_error.h"
#include "support/log_daemon.h"

namespace os = rill::os;
using rill::debug_level;
using rill::debugger;

namespace {

// A journal that exists during a test, without a syslog.
class journal {
 public:
  journal() { os::log_socket_paths = {daemon_.path(), "/nonexistent/log"}; }
  journal(journal const&) = delete;
  journal& operator=(journal const&) = delete;
  ~journal() { os::log_socket_paths = before_; }

  void stop() { daemon_.stop(); }
  // The text of the next message. It begins with "? " if the priority is not
  // the one expected.
  std::string next(int priority) {
    std::string const head =
        "PRIORITY=" + std::to_string(priority) +
        "\nSYSLOG_IDENTIFIER=" + program_invocation_short_name + "\nMESSAGE";
    std::string const all = daemon_.next();
    if (!all.starts_with(head) || !all.ends_with("\n")) return "? " + all;
    std::size_t const skipped = all[head.size()] == '=' ? 1 : 9;
    return all.substr(head.size() + skipped,
                      all.size() - head.size() - skipped - 1);
  }
  bool is_empty() { return daemon_.next().empty(); }

 private:
  rill_test::log_daemon daemon_;
  os::log_sockets before_ = os::log_socket_paths;
};

struct hook {
  friend void rill_print(auto& out, hook const&) {
    out("a");
    out('b', 1);
  }
};

}  // namespace

TEST_CASE("print/dbg: a call is a message") {
  journal log;
  rill::println(debugger(), "x = ", 42, ", ", hook());
  rill::print(debugger(debug_level::error), 1.5, "\n");
  rill::print(debugger(debug_level::warning), "two\nlines\n\n");
  rill::print(debugger(debug_level::notice), "no newline");
  rill::print_sep(debugger(debug_level::information), ", ", 1, 2, 3);
  CHECK(log.next(7) == "x = 42, ab1");
  CHECK(log.next(3) == "1.5");
  CHECK(log.next(4) == "two\nlines\n");
  CHECK(log.next(5) == "no newline");
  CHECK(log.next(6) == "1, 2, 3");
  rill::print(debugger(), "");
  rill::println(debugger());
  rill::println(debugger(debug_level::none), "nothing");
  rill::flush(debugger());
  CHECK(log.is_empty());
}

TEST_CASE("print/dbg: NUL and ill-formed UTF-8 are replaced") {
  journal log;
  rill::println(debugger(), std::string("a\0b", 3), "\xFFü\xE2\x82");
  CHECK(log.next(7) == "a\uFFFDb\uFFFDü\uFFFD");
}

TEST_CASE("print/dbg: messages of every size") {
  journal log;
  for (std::size_t size : {1u, 511u, 512u, 513u, 5000u, 1'000'000u}) {
    std::string const text(size, 'x');
    rill::println(debugger(), text);
    CHECK((log.next(7) == text));
  }
}

TEST_CASE("print/dbg: what no daemon takes goes to standard error") {
  journal log;
  log.stop();
  std::string const shown = rill_test::captured_error([] {
    rill::println(debugger(), "x = ", 1);
    rill::print(debugger(), "y");
    rill::print(debugger(debug_level::none), "z");
    rill::print(debugger(), std::string("\0\xFF", 2));
  });
  CHECK(shown == std::string("x = 1\ny\n\0\xFF\n", 11));
}

TEST_CASE("print/dbg: dbg prints to it") {
  journal log;
  CHECK((rill::set_dbg_output(rill::dbg_to_debugger) ==
         rill::dbg_to_standard_error));
  int const n = 3;
  int const line = __LINE__ + 1;
  (void)rill::dbg(n, n + 1);
  (void)rill::dbg_at(debug_level::warning, n);
  CHECK((rill::set_dbg_output(nullptr) == rill::dbg_to_debugger));
  std::string const place = std::string(__FILE__) + ":";
  CHECK(log.next(7) == place + std::to_string(line) + ": n = 3\n" + place +
                           std::to_string(line) + ": n + 1 = 4");
  CHECK(log.next(4) == place + std::to_string(line + 1) + ": n = 3");
  CHECK(log.is_empty());
}

// If the daemon gets no processor time for 100 ms, messages go to standard
// error instead, so the test counts both.
TEST_CASE("print/dbg: threads share it") {
  constexpr int count = 50;
  journal log;
  std::atomic<int> running = 4;
  std::vector<std::string> taken;
  std::string const refused = rill_test::captured_error([&] {
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
      threads.emplace_back([i, &running] {
        for (int k = 0; k != count; ++k) rill::println(debugger(), i, ' ', k);
        --running;
      });
    for (bool is_last = false; !is_last;) {
      is_last = running == 0;
      for (std::string one = log.next(7); one != "? "; one = log.next(7))
        taken.push_back(one);
    }
    for (std::thread& one : threads) one.join();
  });
  std::istringstream lines(refused);
  std::vector<std::string> all = taken;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  std::vector<std::string> expected;
  for (int i = 0; i != 4; ++i)
    for (int k = 0; k != count; ++k)
      expected.push_back(std::to_string(i) + ' ' + std::to_string(k));
  CHECK(std::is_permutation(all.begin(), all.end(), expected.begin(),
                            expected.end()));
  // The daemon receives the messages of one thread in their order.
  std::map<char, int> last;
  for (std::string const& one : taken) {
    int& before = last.try_emplace(one[0], -1).first->second;
    int const number = std::stoi(one.substr(2));
    CHECK(before < number);
    before = number;
  }
}
