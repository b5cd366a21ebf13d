// test/process/run_test.cpp: programs that run to their end: their output,
// their input, and how they are ended.
// covers: rill/process/run.h
// covers: rill/process/run_session.h
// covers: rill/process/start.h
// covers: rill/process/streams.h
// covers: rill/process/options.h
// covers: rill/process/pump_loop.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/process.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/files.h"

using namespace std::chrono_literals;
using rill::error_code;
using rill::library_problem;
using rill::run;
using rill::text;
using rill::try_run;
using std::chrono::steady_clock;

namespace {

error_code code_of(rill::result<rill::run_result> const& done) {
  return done ? error_code() : done.error().code();
}

// A command that runs a shell script.
rill::command shell(std::string const& script) { return {"sh", "-c", script}; }

}  // namespace

TEST_CASE("process/run: output, errors, status and time") {
  rill_test::descriptor_count const before;
  rill::run_result const done = try_run(shell("echo out; echo err >&2; "
                                              "sleep 0.05; exit 3"))
                                    .value();
  CHECK(done.out == "out\n");
  CHECK(done.err == "err\n");
  CHECK(done.out.trimmed() == "out");
  CHECK((done.status == rill::exited{3}));
  CHECK(!done.status.success());
  CHECK(done.time.seconds() >= 0.05);
  CHECK(done.time.seconds() < 5);
  CHECK(run({"true"}).out.empty());
  CHECK(before.same());
}

TEST_CASE("process/run: bytes of every kind and size go both ways") {
  for (std::size_t size :
       {0u, 1u, 4095u, 65536u, 65537u, 300'000u, 5'000'000u}) {
    std::string const all = rill_test::pattern(size);
    rill::run_result const done = run({"cat"}, {.input = all});
    CHECK(done.out == all);
    CHECK(done.out.c_str()[size] == '\0');
  }
}

TEST_CASE("process/run: three pipes at once do not wait for each other") {
  std::string const all = rill_test::pattern(4'000'000);
  rill::run_result const done = run({"tee", "/dev/stderr"}, {.input = all});
  CHECK(done.out == all);
  CHECK(done.err == all);
}

TEST_CASE("process/run: nothing is read, and input is not needed") {
  CHECK(run({"cat"}).out.empty());
  std::string const large(1'000'000, 'x');
  // The child ends, or closes its input, before it has read all.
  CHECK(run({"true"}, {.input = large}).status.success());
  CHECK(run({"head", "-c", "3"}, {.input = large}).out == "xxx");
  CHECK(run(shell("exec 0<&-; sleep 0.05; echo done"), {.input = large}).out ==
        "done\n");
}

TEST_CASE("process/run: a callable prints the input while the child works") {
  CHECK(run({"sort", "-n"}, {.input =
                                 [](rill::writer& out) {
                                   for (int i = 3; i != 0; --i)
                                     rill::println(out, i);
                                 }})
            .out == "1\n2\n3\n");
  int printed = 0;
  rill::run_result const first =
      run({"head", "-n", "1"}, {.input = [&printed](auto& out) {
            for (;;) rill::println(out, ++printed);
          }});
  CHECK(first.out == "1\n");
  CHECK(printed > 1);
  // 2 MB are read back while 2 MB are printed.
  std::string all;
  rill::run_result const both = run({"cat"}, {.input = [](rill::writer& out) {
                                      for (int i = 0; i != 300'000; ++i)
                                        rill::println(out, i);
                                    }});
  for (int i = 0; i != 300'000; ++i) all += std::to_string(i) + '\n';
  CHECK(both.out == all);
}

TEST_CASE("process/run: a callable takes the lines") {
  std::vector<std::string> lines;
  auto const take = [&lines](text line) { lines.emplace_back(line); };
  run({"printf", "a\n\nlong\nlast"}, {.out = take});
  CHECK((lines == std::vector<std::string>{"a", "", "long", "last"}));
  lines.clear();
  CHECK(run(shell("echo e1 >&2; echo o; echo e2 >&2"), {.err = take}).out ==
        "o\n");
  CHECK((lines == std::vector<std::string>{"e1", "e2"}));
  // Lines that are longer than a read.
  lines.clear();
  std::string const large(200'000, 'l');
  run({"cat"}, {.input = large + "\n" + large + "\nx", .out = take});
  CHECK((lines == std::vector<std::string>{large, large, "x"}));
  CHECK(
      code_of(try_run({"cat"}, {.input = large, .out = take, .limit = 1000})) ==
      library_problem::too_large);
}

TEST_CASE("process/run: what a callable throws ends the child") {
  rill_test::descriptor_count const before;
  auto const begin = steady_clock::now();
  CHECK_THROWS_AS(
      run(shell("echo a; sleep 30"), {.out = [](text) { throw 42; }}), int);
  CHECK_THROWS_AS(
      run(shell("sleep 30"), {.input = [](rill::writer&) { throw 42; }}), int);
  CHECK(steady_clock::now() - begin < 10s);
  CHECK(before.same());
}

TEST_CASE("process/run: a callable may catch what makes it leave") {
  CHECK(run({"true"}, {.input =
                           [](rill::writer& out) {
                             // more than a pipe holds
                             for (int i = 0; i != 20'000; ++i) try {
                                 rill::println(out, i);
                               } catch (...) {
                               }
                           }})
            .status.success());
}

TEST_CASE("process/run: files, the null device and merged errors") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "in", "from a file\n");
  {
    rill::file const in = rill::file::open(folder / "in");
    rill::file const out = rill::file::create(folder / "out");
    rill::run_result const done =
        run(shell("cat; echo err >&2"), {.input = in, .out = out});
    CHECK(done.out.empty());
    CHECK(done.err == "err\n");
  }
  CHECK(rill_test::content_of(folder / "out") == "from a file\n");
  CHECK(run(shell("echo a; echo b >&2; echo c"), {.err = rill::merged}).out ==
        "a\nb\nc\n");
  rill::run_result const none =
      run(shell("echo a; echo b >&2"),
          {.out = rill::discarded, .err = rill::discarded});
  CHECK(none.out.empty());
  CHECK(none.err.empty());
  {
    rill::file const out = rill::file::create(folder / "both");
    run(shell("echo a; echo b >&2"), {.out = out, .err = rill::merged});
  }
  CHECK(rill_test::content_of(folder / "both") == "a\nb\n");
}

TEST_CASE("process/run: more than the limit ends the child") {
  rill_test::descriptor_count const before;
  std::string const all(1000, 'x');
  CHECK(run({"cat"}, {.input = all, .limit = 1000}).out.size() == 1000);
  CHECK(code_of(try_run({"cat"}, {.input = all, .limit = 999})) ==
        library_problem::too_large);
  CHECK(code_of(try_run({"yes"}, {.limit = 100'000})) ==
        library_problem::too_large);
  CHECK(code_of(try_run(shell("yes >&2"), {.limit = 100'000})) ==
        library_problem::too_large);
  CHECK(before.same());
}

TEST_CASE("process/run: of a line that is too long nothing is given") {
  using lines = std::vector<std::string>;
  lines given;
  auto const take = [&given](text line) { given.emplace_back(line); };
  for (std::size_t size : {101u, 5000u, 20'000u, 200'000u}) {
    given.clear();
    std::string const all = "first\n" + std::string(size, 'l') + "\nlast\n";
    CHECK(
        code_of(try_run({"cat"}, {.input = all, .out = take, .limit = 100})) ==
        library_problem::too_large);
    CHECK((given == lines{"first"}));
  }
  given.clear();
  std::string const fits(100, 'l');
  run({"cat"}, {.input = fits + "\n" + fits, .out = take, .limit = 100});
  CHECK((given == lines{fits, fits}));
}

TEST_CASE("process/run: a time-out ends the whole group") {
  rill_test::descriptor_count const before;
  // Three levels of processes ignore SIGTERM and hold the pipes.
  std::string const tree =
      "trap '' TERM; echo begun; (trap '' TERM; (trap '' TERM; sleep 60; "
      "sleep 60)& sleep 60; sleep 60)& sleep 60; sleep 60";
  for (bool asks : {false, true}) {
    auto const begin = steady_clock::now();
    rill::time_limit const ask =
        asks ? rill::time_limit(100ms) : rill::time_limit();
    auto const done =
        try_run(shell(tree), {.timeout = 200ms, .stop_after = ask});
    auto const took = steady_clock::now() - begin;
    CHECK(code_of(done) == library_problem::timed_out);
    CHECK(took >= (asks ? 300ms : 200ms));
    CHECK(took < (asks ? 300ms : 200ms) + 100ms);
  }
  CHECK(before.same());
}

TEST_CASE("process/run: asked at the time-out, a child may say a last word") {
  try {
    run(shell("trap 'echo stopped >&2; exit 0' TERM; while :; do sleep 0.01; "
              "done"),
        {.timeout = 100ms, .stop_after = 10s});
    CHECK(false);
  } catch (rill::process_error const& reason) {
    CHECK(reason.code() == library_problem::timed_out);
    CHECK(reason.errors().ends_with("stopped"));
    CHECK(reason.status().success());
  }
}

TEST_CASE("process/run: asked, a program may end, and its group is ended") {
  auto [reader, writer] = rill::pipe();
  auto const done = try_run(
      shell("(trap '' TERM; exec sleep 5) >/dev/null & trap 'exit 0' TERM; "
            "while :; do sleep 0.01; done"),
      {.err = writer, .timeout = 100ms, .stop_after = 10s});
  CHECK(code_of(done) == library_problem::timed_out);
  writer.close();
  auto const begin = steady_clock::now();
  (void)rill::load(reader);  // ends when the sleeping process has ended
  CHECK(steady_clock::now() - begin < 2s);
}

TEST_CASE("process/run: what has left the group does not hold run up") {
  auto const begin = steady_clock::now();
  auto const done = try_run(shell("setsid sleep 3 & echo begun; sleep 60"),
                            {.timeout = 200ms});
  CHECK(code_of(done) == library_problem::timed_out);
  CHECK(steady_clock::now() - begin < 300ms);
}

TEST_CASE("process/run: a time that is enough makes no difference") {
  CHECK(run(shell("sleep 0.01; echo a"), {.timeout = 20s}).out == "a\n");
  CHECK(code_of(try_run({"true"}, {.timeout = rill::no_wait})) ==
        library_problem::timed_out);
}

TEST_CASE("process/run: closed pipes and a child that goes on") {
  CHECK((try_run(shell("exec >&- 2>&-; sleep 0.1; exit 4"))->status ==
         rill::exited{4}));
  CHECK(code_of(try_run(shell("exec >&- 2>&-; sleep 60"),
                        {.timeout = 100ms})) == library_problem::timed_out);
}

TEST_CASE("process/run: directory, environment and name") {
  CHECK(run({"pwd"}, {.directory = "/usr"}).out == "/usr\n");
  CHECK(run({"sh", "-c", "echo $0"}, {.arg0 = "other"}).out.size() != 0);
  CHECK(run({"cat", "/proc/self/cmdline"}, {.arg0 = "other"}).out ==
        std::string("other\0/proc/self/cmdline\0", 25));
}

TEST_CASE("process/run: what is wrong is told before anything starts") {
  rill_test::descriptor_count const before;
  CHECK(code_of(try_run({})) == library_problem::empty_command);
  CHECK(code_of(try_run({""})) == library_problem::empty_command);
  CHECK(code_of(try_run({"echo", std::string("a\0b", 3)})) ==
        library_problem::argument_contains_nul);
  CHECK(code_of(try_run({"true"}, {.directory = std::string("a\0b", 3)})) ==
        library_problem::path_contains_nul);
  CHECK(code_of(try_run({"true"}, {.arg0 = text("a\0b", 3)})) ==
        library_problem::argument_contains_nul);
  auto const missing = try_run({"true"}, {.directory = "/no/such"});
  CHECK(text(missing.error().what()) ==
        "change directory to /no/such: No such file or directory");
  auto const none = try_run({"gti", "log"});
  CHECK(text(none.error().what()) == "exec gti: No such file or directory");
  CHECK(before.same());
}

TEST_CASE("process/run: a failure is a process_error with the last lines") {
  try {
    run(shell("for i in $(seq 30); do echo line $i >&2; done; exit 9"));
    CHECK(false);
  } catch (rill::process_error const& reason) {
    CHECK((reason.status() == rill::exited{9}));
    CHECK(reason.errors().starts_with("line 11\n"));
    CHECK(reason.errors().ends_with("\nline 30"));
    CHECK(reason.command().starts_with("sh -c "));
    text const what = reason.what();
    CHECK(what.ends_with("exited with 9\n" + std::string(reason.errors())));
  }
  CHECK_THROWS_AS(run(shell("kill -9 $$")), rill::error);
  CHECK((try_run(shell("kill -9 $$"))->status == rill::signalled{SIGKILL}));
}

TEST_CASE("process/run: SIGPIPE does not reach this program") {
  CHECK(rill_test::status_of_child([] {
          ::signal(SIGPIPE, SIG_DFL);
          std::string const large(1'000'000, 'x');
          return run({"true"}, {.input = large}).status.success() ? 0 : 1;
        }) == 0);
}

TEST_CASE("process/run: what is printed here comes before the child's") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  CHECK(rill_test::status_of_child([&] {
          int const handle = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
          ::dup2(handle, 1);
          ::printf("1\n");
          rill::println("2");
          run({"echo", "3"}, {.out = rill::inherited});
          rill::println("4");
          ::fflush(stdout);
          return 0;
        }) == 0);
  CHECK(rill_test::content_of(path) == "1\n2\n3\n4\n");
}

TEST_CASE("process/run: an ignored SIGCHLD is told") {
  CHECK(rill_test::status_of_child([] {
          ::signal(SIGCHLD, SIG_IGN);
          auto const done = try_run({"true"});
          return !done && done.error().code().number == ECHILD ? 0 : 1;
        }) == 0);
}

TEST_CASE("process/run: a closed file is no stream") {
  CHECK(code_of(try_run({"true"}, {.out = rill::file()})) ==
        library_problem::closed);
  CHECK(code_of(try_run({"cat"}, {.input = rill::file()})) ==
        library_problem::closed);
}
