// test/process/pipe_test.cpp: pipes as pairs of files, and several at once.
// covers: rill/process/pipe.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/process.h>
#include <rill/scan.h>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "support/descriptors.h"
#include "support/files.h"

using namespace std::chrono_literals;
using rill::library_problem;
using rill::pipe_pump;

TEST_CASE("process/pipe: what is written comes out") {
  auto [reader, writer] = rill::pipe();
  rill::println(writer, "line ", 1);
  writer.close();
  std::vector<std::string> lines;
  for (std::string_view line :
       rill::lines(rill::file_reader(std::move(reader))))
    lines.emplace_back(line);
  CHECK((lines == std::vector<std::string>{"line 1"}));
}

TEST_CASE("process/pipe: one with a name is opened as a file") {
  rill_test::folder const folder;
  std::string const path = folder / "pipe";
  rill::make_named_pipe(path);
  std::thread const other([&] {
    rill::file_writer out(path);
    rill::print(out, "by name");
  });
  CHECK(std::string_view(rill::load(path).data(), 7) == "by name");
  const_cast<std::thread&>(other).join();
  CHECK(rill::try_make_named_pipe(path).error().code().number == EEXIST);
  CHECK(rill::try_make_named_pipe(std::string("a\0b", 3)).error().code() ==
        library_problem::path_contains_nul);
}

TEST_CASE("process/pipe: many pipes, both ways") {
  rill_test::descriptor_count const before;
  constexpr std::size_t count = 20;
  std::string const sent = rill_test::pattern(300'001);
  rill::captured_text got[count];
  std::vector<std::string> lines;
  {
    std::vector<rill::child> children;
    pipe_pump pump;
    for (rill::captured_text& one : got) {
      auto to = rill::pipe();
      auto from = rill::pipe();
      children.push_back(
          rill::spawn({"cat"}, {.in = to.reader, .out = from.writer}));
      pump.write(std::move(to.writer), sent);
      pump.read(std::move(from.reader), one);
    }
    auto [reader, writer] = rill::pipe();
    rill::print(writer, "a\nb");
    writer.close();
    pump.read(std::move(reader),
              [&lines](rill::text line) { lines.emplace_back(line); });
    pump.run(30s);
    for (rill::child& one : children) CHECK(one.wait().success());
  }
  for (rill::captured_text const& one : got) CHECK(one == sent);
  CHECK((lines == std::vector<std::string>{"a", "b"}));
  CHECK(before.same());
}

TEST_CASE("process/pipe: limits of time and bytes") {
  rill_test::descriptor_count const before;
  {
    auto [reader, writer] = rill::pipe();
    rill::print(writer, "abc");
    rill::captured_text got;
    pipe_pump pump;
    pump.read(std::move(reader), got);
    CHECK(pump.try_run(20ms).error().code() == library_problem::timed_out);
    CHECK(got == "abc");
  }
  {
    auto [reader, writer] = rill::pipe();
    rill::print(writer, "abcd");
    writer.close();
    rill::captured_text got;
    pipe_pump pump;
    pump.read(std::move(reader), got, 3);
    CHECK(pump.try_run().error().code() == library_problem::too_large);
    CHECK(got == "abc");
  }
  {
    auto [reader, writer] = rill::pipe();
    reader.close();
    pipe_pump pump;
    pump.write(std::move(writer), "not read");
    CHECK(bool(pump.try_run()));
  }
  CHECK(bool(pipe_pump().try_run()));
  pipe_pump pump;
  CHECK(pump.try_write(rill::file(), "x").error().code().number == EBADF);
  CHECK(before.same());
}
