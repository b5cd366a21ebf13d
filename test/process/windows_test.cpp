// test/process/windows_test.cpp: runs and spawns programs on Windows; the child
// is the test program itself.
// covers: rill/os/win32/child.h
// platforms: windows
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process.h>

#include "support/windows_child.h"

#include <chrono>
#include <string>
#include <vector>

#include "support/files.h"

using namespace std::chrono_literals;
using rill::library_problem;
using rill_test::own_path;
using std::chrono::steady_clock;

namespace {

// The environment in which the test program does `what` as a child.
rill::environment_changes doing(std::string const& what) {
  return {{"RILL_TEST_CHILD", what}};
}

}  // namespace

TEST_CASE("process/run: on Windows output, status, and three pipes at once") {
  auto const said =
      rill::run({own_path()}, {.environment = doing("say some words")});
  CHECK(said.out == "some words");
  CHECK(
      (rill::try_run({own_path()}, {.environment = doing("exit 3")})->status ==
       rill::exited{3}));
  CHECK_THROWS_AS(rill::run({own_path()}, {.environment = doing("exit 3")}),
                  rill::process_error);
  std::string const sent = rill_test::pattern(3'000'000);
  auto const copied =
      rill::run({own_path()}, {.input = sent, .environment = doing("copy")});
  CHECK(copied.out.size() == sent.size());
  CHECK(copied.out == sent);
  CHECK(copied.err == sent);
  auto const printed = rill::run(
      {own_path()},
      {.input = [](rill::writer& out) { rill::print(out, 1, ' ', 2); },
       .err = rill::merged,
       .environment = doing("copy")});
  CHECK(printed.out == "1 21 2");
}

TEST_CASE("process/run: on Windows a time-out ends the whole job") {
  auto const begin = steady_clock::now();
  auto const done = rill::try_run(
      {own_path()}, {.environment = doing("tree 3"), .timeout = 500ms});
  CHECK(done.error().code() == library_problem::timed_out);
  CHECK(steady_clock::now() - begin < 5s);
}

TEST_CASE("process/run: on Windows input that is not read is no error") {
  std::string const large(1'000'000, 'x');
  auto const begin = steady_clock::now();
  CHECK(rill::try_run({own_path()}, {.input = large,
                                     .environment = doing("close input"),
                                     .timeout = 500ms})
            .error()
            .code() == library_problem::timed_out);
  CHECK(steady_clock::now() - begin < 5s);
  CHECK(
      rill::run({own_path()}, {.input = large, .environment = doing("exit 0")})
          .status.success());
}

TEST_CASE("process/child: on Windows a writer in and a reader out") {
  rill::child child = rill::spawn({own_path()}, {.in = rill::piped,
                                                 .out = rill::piped,
                                                 .err = rill::discarded,
                                                 .environment = doing("copy")});
  rill::print(child.in(), "there and back");
  child.in().close();
  char bytes[100];
  std::string all;
  while (std::size_t const count = child.out().read(bytes, sizeof bytes))
    all.append(bytes, count);
  CHECK(all == "there and back");
  CHECK(child.wait().success());
  rill::child sleeper = rill::spawn(
      {own_path()}, {.in = rill::discarded, .environment = doing("sleep")});
  CHECK(!sleeper.wait_for(20ms));
  CHECK((sleeper.stop() == rill::exited{1}));
}

TEST_CASE("process/run: on Windows three programs") {
  auto const done =
      rill::pipeline{{own_path()}, {own_path()}, {own_path()}}.run(
          {.input = "through",
           .err = rill::discarded,
           .environment = doing("copy")});
  CHECK(done.out == "through");
  CHECK(done.statuses.size() == 3);
}

TEST_CASE("process/run: on Windows what cannot be started says why") {
  CHECK(rill::try_run({"no-such-program"}).error().code().number ==
        rill::os::windows_error::file_not_found);
  rill_test::folder const folder;
  rill_test::set_content(folder / "x.bat", "@exit 0\r\n");
  CHECK(rill::try_run({folder / "x.bat"}).error().code() ==
        library_problem::batch_file);
}
