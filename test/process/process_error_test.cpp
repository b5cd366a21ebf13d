// test/process/process_error_test.cpp: the error of a child that failed.
// covers: rill/process/child.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process/child.h>

#include <string>

using rill::library_problem;
using rill::process_error;
using rill::text;

TEST_CASE("process/child: the sentence and its parts") {
  process_error const reason(library_problem::child_failed, "git fetch",
                             rill::exited{128}, "one\ntwo\n");
  CHECK(text(reason.what()) == "run git fetch: exited with 128\none\ntwo");
  CHECK(rill::concat(reason) == reason.what());
  CHECK(reason.command() == "git fetch");
  CHECK((reason.status() == rill::exited{128}));
  CHECK(reason.errors() == "one\ntwo");
  CHECK(reason.operation() == "run");
  process_error const silent(library_problem::child_failed, "x",
                             rill::exited{1}, "");
  CHECK(text(silent.what()) == "run x: exited with 1");
  process_error const late(library_problem::timed_out, "x", rill::exited{1},
                           "last\n");
  CHECK(text(late.what()) ==
        "run x: the time-out expired; exited with 1\nlast");
}

TEST_CASE("process/child: the last lines only, and not too long") {
  std::string all;
  for (int i = 0; i != 100; ++i) all += std::to_string(i) + '\n';
  process_error const reason(library_problem::child_failed, "x",
                             rill::exited{1}, all);
  CHECK(reason.errors().starts_with("80\n"));
  CHECK(reason.errors().ends_with("\n99"));
  process_error const large(library_problem::child_failed, "x", rill::exited{1},
                            std::string(100'000, 'l'));
  CHECK(large.errors().size == process_error::most_bytes);
  using rill::detail::last_lines;
  CHECK(last_lines("a\nb\nc", 2, 99) == "b\nc");
  CHECK(last_lines("a\nb\nc\n", 2, 99) == "b\nc");
  CHECK(last_lines("a\nb\n\n", 2, 99) == "b\n");
  CHECK(last_lines("abc", 2, 2) == "bc");
  CHECK(last_lines("", 2, 2) == "");
}

TEST_CASE("process/child: a terminal obeys none of it") {
  process_error const reason(library_problem::child_failed, "x",
                             rill::exited{1}, "red \033[31m\nnext\n");

  CHECK(text(reason.what()).ends_with("red \\x1b[31m\nnext"));
  rill::error const sliced = reason;
  CHECK(text(sliced.what()) == reason.what());
}
