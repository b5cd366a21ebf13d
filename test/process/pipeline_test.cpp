// test/process/pipeline_test.cpp: programs that are connected.
// covers: rill/process/run.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process.h>
#include <signal.h>

#include <chrono>
#include <string>

#include "support/descriptors.h"
#include "support/files.h"

using namespace std::chrono_literals;
using rill::command;
using rill::library_problem;
using rill::pipeline;

TEST_CASE("process/run: each reads what the one before prints") {
  rill_test::descriptor_count const before;
  pipeline const counted{{"cat"}, {"sort"}, {"uniq", "-c"}};
  rill::pipeline_result const done = counted.run({.input = "b\na\nb\n"});
  CHECK(done.out == "      1 a\n      2 b\n");
  CHECK(done.statuses.size() == 3);
  CHECK(done.status.success());
  CHECK(pipeline{{"echo", "one"}}.run().out == "one\n");
  CHECK((command{"echo", "x"} | command{"cat"} | command{"cat"}).run().out ==
        "x\n");
  std::string const large = rill_test::pattern(2'000'000);
  CHECK((command{"cat"} | command{"cat"}).run({.input = large}).out == large);
  CHECK(before.same());
}

TEST_CASE("process/run: the last failure decides, as with pipefail") {
  auto const status = [](pipeline const& all) { return all.try_run()->status; };
  command const ok{"true"};
  command const bad{"false"};
  CHECK(status(ok | ok).success());
  CHECK((status(bad | ok) == rill::exited{1}));
  CHECK((status(ok | bad) == rill::exited{1}));
  CHECK((status(command{"sh", "-c", "exit 3"} | command{"sh", "-c", "exit 4"} |
                ok) == rill::exited{4}));
  CHECK((status(command{"yes"} | command{"head", "-n", "1"}) ==
         rill::signalled{SIGPIPE}));
  CHECK_THROWS_AS((bad | ok).run(), rill::process_error);
}

TEST_CASE("process/run: all share their standard error") {
  rill::pipeline_result const done = (command{"sh", "-c", "echo a >&2"} |
                                      command{"sh", "-c", "cat; echo b >&2"})
                                         .run();
  CHECK(done.out.empty());
  CHECK(done.err.size() == 4);
  rill::pipeline_result const merged =
      (command{"sh", "-c", "echo a >&2; echo x"} | command{"cat"})
          .run({.err = rill::merged});
  CHECK(merged.out.size() == 4);
}

TEST_CASE("process/run: a time-out ends all") {
  rill_test::descriptor_count const before;
  auto const begin = std::chrono::steady_clock::now();
  auto const done = (command{"sleep", "60"} | command{"sleep", "60"})
                        .try_run({.timeout = 100ms});
  CHECK(done.error().code() == library_problem::timed_out);
  CHECK(std::chrono::steady_clock::now() - begin < 200ms);
  CHECK(before.same());
}

TEST_CASE("process/run: a program that cannot be started ends the others") {
  rill_test::descriptor_count const before;
  auto const done =
      (command{"yes"} | command{"gti"} | command{"cat"}).try_run();
  CHECK(rill::text(done.error().what()) ==
        "exec gti: No such file or directory");
  CHECK(before.same());
  CHECK(pipeline().try_run().error().code() == library_problem::empty_command);
  CHECK(pipeline{{"cat"}, {}}.try_run().error().code() ==
        library_problem::empty_command);
}

TEST_CASE("process/run: it prints as it is typed, and is copied") {
  pipeline first = command{"ls", "-l"} | command{"grep", "two words"};
  pipeline const copy = first;
  first.add({"wc", "-l"});
  CHECK(rill::concat(first) == "ls -l | grep 'two words' | wc -l");
  CHECK(rill::concat(copy) == "ls -l | grep 'two words'");
  CHECK(copy.size() == 2);
  first = copy;
  CHECK(first.size() == 2);
}
