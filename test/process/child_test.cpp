// test/process/child_test.cpp: programs that run beside this one.
// covers: rill/process/child.h
// covers: rill/process/spawn.h
// covers: rill/process/streams.h
// platforms: posix native
#include <doctest/doctest.h>
#include <fcntl.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/process.h>
#include <rill/scan.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/files.h"

using namespace std::chrono_literals;
using rill::child;
using rill::piped;
using rill::spawn;
using rill::text;
using std::chrono::steady_clock;

namespace {

bool exists(int id) { return ::kill(id, 0) == 0; }

}  // namespace

TEST_CASE("process/child: a writer in, a reader out") {
  rill_test::descriptor_count const before;
  {
    child sort = spawn({"sort", "-n"}, {.in = piped, .out = piped});
    CHECK(sort.id() > 0);
    for (int x : {3, 1, 2}) rill::println(sort.in(), x);
    sort.in().close();
    std::vector<int> numbers;
    int x = 0;
    while (rill::scan(sort.out(), x)) numbers.push_back(x);
    CHECK((numbers == std::vector<int>{1, 2, 3}));
    CHECK((sort.wait() == rill::exited{0}));
    CHECK(sort.id() == 0);
    CHECK((sort.wait() == rill::exited{0}));
  }
  CHECK(before.same());
}

TEST_CASE("process/child: question and answer, line by line") {
  child tool = spawn({"sh", "-c", "while read x; do echo got $x; done"},
                     {.in = piped, .out = piped});
  for (int i = 0; i != 3; ++i) {
    rill::println(tool.in(), i);
    tool.in().flush();
    std::string line;
    REQUIRE(rill::scan(tool.out(), rill::line(line)));
    CHECK(line == "got " + std::to_string(i));
  }
  CHECK(tool.wait().success());  // closes its input, too
}

TEST_CASE("process/child: errors by their own pipe, and merged") {
  child one =
      spawn({"sh", "-c", "echo o; echo e >&2"}, {.out = piped, .err = piped});
  std::string line;
  CHECK(rill::scan(one.err(), rill::line(line)));
  CHECK(line == "e");
  CHECK(rill::scan(one.out(), rill::line(line)));
  CHECK(line == "o");
  child both = spawn({"sh", "-c", "echo o; echo e >&2"},
                     {.out = piped, .err = rill::merged});
  CHECK(rill::scan(both.out(), rill::line(line)));
  CHECK(rill::scan(both.out(), rill::line(line)));
  CHECK(line == "e");
}

TEST_CASE("process/child: what is not piped is an error") {
  child one = spawn({"true"}, {.in = rill::discarded});
  CHECK_THROWS_WITH(one.in(), "use standard input of true: the file is closed");
  CHECK_THROWS_WITH(one.out(),
                    "use standard output of true: the file is closed");
  CHECK_THROWS_AS(one.err(), rill::error);
  CHECK(one.wait().success());
  child none;
  CHECK(none.id() == 0);
  CHECK_THROWS_AS(none.wait(), rill::error);
}

TEST_CASE("process/child: waiting for a while") {
  child sleeper = spawn({"sleep", "0.2"});
  CHECK(!sleeper.wait_for(rill::no_wait));
  CHECK(!sleeper.wait_for(20ms));
  CHECK(sleeper.wait_for(10s));
  CHECK(sleeper.wait_for(rill::no_wait));
  CHECK(sleeper.wait().success());
  CHECK(sleeper.wait_for(rill::no_wait));
}

TEST_CASE("process/child: stopped at once, and asked before") {
  child stubborn = spawn({"sh", "-c", "trap '' TERM; sleep 60; sleep 60"},
                         {.in = rill::discarded});
  ::usleep(50'000);
  auto const begin = steady_clock::now();
  CHECK((stubborn.stop({.ask = 100ms}) == rill::signalled{SIGKILL}));
  CHECK(steady_clock::now() - begin >= 100ms);
  CHECK(steady_clock::now() - begin < 5s);
  child polite = spawn({"sh", "-c",
                        "trap 'exit 6' TERM; while :; do sleep "
                        "0.01; done"},
                       {.in = rill::discarded});
  ::usleep(50'000);
  CHECK((polite.stop({.ask = 10s}) == rill::exited{6}));
  CHECK((polite.stop() == rill::exited{6}));
  child any = spawn({"sleep", "60"}, {.in = rill::discarded});
  CHECK((any.stop() == rill::signalled{SIGKILL}));
}

TEST_CASE("process/child: the group is ended with it") {
  child tree = spawn({"sh", "-c", "sleep 60 & echo $!; wait"},
                     {.in = rill::discarded, .out = piped});
  std::string line;
  REQUIRE(rill::scan(tree.out(), rill::line(line)));
  int const grandchild = std::stoi(line);
  CHECK(exists(grandchild));
  tree.kill_tree();
  CHECK((tree.wait() == rill::signalled{SIGKILL}));
  // An open end of the pipe in a grandchild would prevent the end of the input.
  CHECK(tree.out().at_end());
  tree.kill_tree();  // no process is left
}

TEST_CASE("process/child: the destructor ends it, or waits") {
  rill_test::descriptor_count const before;
  rill_test::folder const folder;
  int id = 0;
  {
    child sleeper = spawn({"sleep", "60"}, {.in = piped, .out = piped});
    id = sleeper.id();
    CHECK(exists(id));
  }
  CHECK(!exists(id));
  {
    child writer = spawn({"sh", "-c", "cat > \"$0\"", folder / "out"},
                         {.in = piped, .at_end = rill::child_end::wait});
    rill::print(writer.in(), "all of it");
  }
  CHECK(rill_test::content_of(folder / "out") == "all of it");
  CHECK(before.same());
}

TEST_CASE("process/child: the destructor does not wait for a full pipe") {
  auto const begin = steady_clock::now();
  {
    child sleeper = spawn({"sleep", "5"}, {.in = piped});
    int const handle = sleeper.in().file().native_handle();
    int const flags = ::fcntl(handle, F_GETFL);
    ::fcntl(handle, F_SETFL, flags | O_NONBLOCK);
    while (::write(handle, "x", 1) == 1) {
    }
    ::fcntl(handle, F_SETFL, flags);
    rill::print(sleeper.in(), "more than fits");
  }
  CHECK(steady_clock::now() - begin < 2s);
}

TEST_CASE("process/child: an error of waiting is no status later") {
  CHECK(rill_test::status_of_child([] {
          ::signal(SIGCHLD, SIG_IGN);
          child one = spawn({"sh", "-c", "exit 7"});
          for (int i = 0; i != 2; ++i) {
            auto const status = one.try_wait();
            if (status || status.error().code().number != ECHILD) return 1;
          }
          child moved = std::move(one);
          return moved.try_stop() ? 2 : 0;
        }) == 0);
}

TEST_CASE("process/child: it moves") {
  rill_test::descriptor_count const before;
  {
    child first = spawn({"cat"}, {.in = piped, .out = piped});
    rill::print(first.in(), "before ");
    child second = std::move(first);
    CHECK(first.id() == 0);
    rill::println(second.in(), "after");
    second.in().close();
    std::string line;
    CHECK(rill::scan(second.out(), rill::line(line)));
    CHECK(line == "before after");
    std::vector<child> several;
    several.push_back(std::move(second));
    several.push_back(spawn({"cat"}, {.in = piped, .out = piped}));
    several[0] = std::move(several[1]);  // does not wait: its child has ended
    CHECK(several[0].id() > 0);
  }
  CHECK(before.same());
}

TEST_CASE("process/child: a child that reads no more is an error, no death") {
  CHECK(rill_test::status_of_child([] {
          ::signal(SIGPIPE, SIG_DFL);
          child quick = spawn({"true"}, {.in = piped});
          while (!quick.wait_for(10ms)) {
          }
          try {
            rill::print(quick.in(), std::string(1'000'000, 'x'));
            quick.in().flush();
            return 1;
          } catch (rill::error const& reason) {
            if (reason.code().number != EPIPE) return 2;
            if (!(reason.path() == "standard input of true")) return 3;
          }
          return quick.wait().success() ? 0 : 4;
        }) == 0);
  // Unread input that was sent before the end is no error either.
  child quick = spawn({"true"}, {.in = piped});
  rill::print(quick.in(), "few");
  CHECK(quick.wait().success());
}

TEST_CASE("process/child: errors when it starts leave nothing open") {
  rill_test::descriptor_count const before;
  auto const none =
      rill::try_spawn({"gti"}, {.in = piped, .out = piped, .err = piped});
  CHECK(!none);
  CHECK(text(none.error().what()) == "exec gti: No such file or directory");
  CHECK(before.same());
}

TEST_CASE("process/child: a pipe of the parent's connects two children") {
  auto [reader, writer] = rill::pipe();
  child first = spawn({"printf", "b\\na\\n"}, {.out = writer});
  writer.close();
  child second = spawn({"sort"}, {.in = reader, .out = piped});
  reader.close();
  std::string line;
  CHECK(rill::scan(second.out(), rill::line(line)));
  CHECK(line == "a");
  CHECK(first.wait().success());
}
