// test/trace/traced_reader_test.cpp: readers that measure the source behind
// them.
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/stream.h>
#include <rill/trace.h>

#include <algorithm>  // std::min
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "support/files.h"
#include "support/scripted_reader.h"
#include "support/trace_events.h"

using rill::trace_call;
using rill::traced;
using rill::traced_reader;
using rill_test::kept_events;
using rill_test::scripted_reader;

namespace {

std::string many_lines() {
  std::string all;
  for (std::size_t i = 0; i != 300; ++i)
    all += "line " + std::to_string(i * i) + std::string(i % 40, '-') + '\n';
  return all;
}

std::string read_lines(rill::reader& in) {
  std::string all;
  for (std::string_view const line : rill::lines(in)) {
    all += line;
    all += '\n';
  }
  return all;
}

}  // namespace

TEST_CASE("trace/traced_file: an event has the bytes that the source gave") {
  std::string const right = many_lines();
  for (std::size_t const size : {1u, 16u, 100u, 100'000u})
    for (long const most : {1L, 7L, 100'000L}) {
      std::vector<std::size_t> given;
      std::size_t left = right.size();
      scripted_reader inside(right, size, [&](int, std::size_t room) {
        std::size_t const piece =
            std::min({room, left, static_cast<std::size_t>(most)});
        left -= piece;
        given.push_back(piece);
        return static_cast<long>(piece);
      });
      kept_events events;
      {
        auto in = traced(inside, {.name = "source", .to = events.keeper()});
        REQUIRE(read_lines(in) == right);
        REQUIRE(is_summary_of(in.summary(), events));
      }
      REQUIRE(events.all.size() == given.size());
      std::size_t before = 0;
      for (std::size_t i = 0; i != given.size(); ++i) {
        REQUIRE(events.all[i].call == trace_call::fill);
        REQUIRE(events.all[i].bytes == given[i]);
        REQUIRE(events.all[i].offset == before);
        REQUIRE(!events.all[i].error);
        before += given[i];
      }
      REQUIRE(given.back() == 0);  // the end
    }
}

TEST_CASE("trace/traced_file: a file, owned and not") {
  rill_test::folder const folder;
  std::string const path = folder / "in";
  std::ofstream(path, std::ios::binary) << many_lines();
  {
    kept_events events;
    auto in = traced(rill::file_reader(path, 64), {.to = events.keeper()});
    CHECK(read_lines(in) == many_lines());
    CHECK(events.bytes() == many_lines().size());
    in.close();
    CHECK(!in.is_open());
    CHECK(events.all.back().call == trace_call::close);
    in.close();
    CHECK(events.count(trace_call::close) == 1);
    CHECK(in.error() == rill::library_problem::closed);
    CHECK(!in.more());
  }
  std::ofstream(path, std::ios::binary) << "1 2 3 4 5";
  rill::file_reader inside(path, 2);
  int n = 0;
  rill::scan(inside, n);
  CHECK(n == 1);
  {
    auto in = traced(inside);
    rill::scan(in, n);
    rill::scan(in, n);
    CHECK(n == 3);
  }
  rill::scan(inside, n);
  CHECK(n == 4);
}

TEST_CASE("trace/traced_file: an error at each call of the source") {
  for (int failing = 0; failing != 5; ++failing) {
    scripted_reader inside(
        "1 2 3 4 5 6 7 8 9 ", 16, [=](int call, std::size_t) {
          return call == failing ? -static_cast<long>(EIO) : 3L;
        });
    kept_events events;
    auto in = traced(inside, {.to = events.keeper()});
    CHECK_THROWS_AS(
        [&] {
          for (int n = 0;;) rill::scan(in, n);
        }(),
        rill::error);
    REQUIRE(events.all.size() == static_cast<std::size_t>(failing) + 1);
    CHECK(events.all.back().error.number == EIO);
    CHECK(events.all.back().bytes == 0);
    CHECK(in.error().number == EIO);
    // An error that was recorded is not counted again.
    CHECK(!in.more());
    CHECK(!events.all.back().error);
    CHECK(in.summary()[trace_call::fill].errors == 1);
  }
}

TEST_CASE("trace/traced_file: an exception of the source is recorded") {
  kept_events events;
  int calls = 0;
  auto in = traced_reader(
      [&](char* out, std::size_t) -> std::size_t {
        if (calls++ == 1) throw std::runtime_error("the source");
        *out = 'a';
        return 1;
      },
      {.to = events.keeper()});
  CHECK(in.more());
  CHECK_THROWS_AS(in.more(), std::runtime_error);
  REQUIRE(events.all.size() == 2);
  CHECK(events.all[1].error == rill::library_problem::threw);
  CHECK(events.all[1].bytes == 0);
}

TEST_CASE("trace/traced_file: errors have the place in the source") {
  rill_test::folder const folder;
  std::string const path = folder / "in";
  std::ofstream(path, std::ios::binary) << "1 2\n3 x\n";
  auto in = traced(rill::file_reader(path, 3));
  int n = 0;
  try {
    for (;;) rill::scan(in, n);
  } catch (rill::error const& wrong) {
    CHECK(wrong.path() == path);
    CHECK(wrong.line() == 2);
    CHECK(wrong.column() == 3);
  }
}

TEST_CASE("trace/traced_file: moved, in a vector, over streams of others") {
  kept_events events;
  std::vector<traced_reader> all;
  std::istringstream stream("7 8");
  all.emplace_back(rill::from("1 2"));
  all.emplace_back(stream, rill::trace_options{.to = events.keeper()});
  all.emplace_back(rill::from("5 6"));
  all.erase(all.begin());
  std::swap(all[0], all[1]);
  int a = 0, b = 0;
  rill::scan(all[0], a);
  rill::scan(all[1], b);
  CHECK(a == 5);
  CHECK(b == 7);
  traced_reader moved(std::move(all[1]));
  CHECK(!all[1].is_open());
  CHECK(!all[1].more());
  rill::scan(moved, b);
  CHECK(b == 8);
  CHECK(events.count(trace_call::fill) >= 1);
  CHECK(events.bytes() == 0);  // the bytes of a string are in memory
  moved = traced_reader(rill::from("9"));
  rill::scan(moved, b);
  CHECK(b == 9);
}
