// test/trace/traced_writer_test.cpp: writers that measure the device behind
// them.
// covers: trace/traced_writer.h, trace/traced_file.h
#include <doctest/doctest.h>
#include <errno.h>  // ENOSPC
#include <rill/any.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/trace.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "support/any_calls.h"
#include "support/files.h"
#include "support/lost_output.h"
#include "support/trace_events.h"

using rill::trace_call;
using rill::trace_event;
using rill::traced;
using rill::traced_writer;
using rill_test::kept_events;

namespace {

// Takes all bytes; the calls with these numbers fail or throw.
struct device {
  std::string got;
  int calls = 0;
  int fails_at = -1;
  int throws_at = -1;

  auto sink() {
    return [this](char const* data, std::size_t size) -> long long {
      int const call = calls++;
      if (call == throws_at) throw std::runtime_error("the device");
      if (call == fails_at) {
        errno = ENOSPC;
        return -1;
      }
      got.append(data, size);
      return static_cast<long long>(size);
    };
  }
};

// A writer over the device, on the heap, so that its owner can be moved.
auto writer_to(device& to, std::size_t size) {
  return std::make_unique<rill::callback_writer<decltype(to.sink())>>(to.sink(),
                                                                      size);
}

}  // namespace

TEST_CASE("trace/traced_writer: an event has the bytes that the device got") {
  std::string const right = rill_test::expected_calls();
  for (std::size_t const size : {1u, 2u, 16u, 100u, 4096u, 200'000u}) {
    device to;
    kept_events events;
    std::size_t told = 0;
    auto const keep = events.keeper();
    auto const check = [&](trace_event const& event) {
      keep(event);
      REQUIRE(event.offset == told);
      REQUIRE(event.bytes == to.got.size() - told);
      REQUIRE(event.asked >= event.bytes);
      REQUIRE(!event.error);
      told = to.got.size();
    };
    {
      auto out = traced(writer_to(to, size), {.name = "device", .to = check});
      rill_test::print_calls(out);
      REQUIRE(told == to.got.size());
      out.flush();
      REQUIRE(to.got == right);
      REQUIRE(told == right.size());
      rill::print(out, "z");
      REQUIRE(is_summary_of(out.summary(), events));
    }
    REQUIRE(to.got == right + "z");
    REQUIRE(events.count(trace_call::close) == 1);
    REQUIRE(events.all.back().bytes == 1);
    REQUIRE(events.count(trace_call::flush_device) == 1);
    REQUIRE(events.count(trace_call::drain) >= right.size() / (70'000 + size));
    REQUIRE(events.all[0].name == "device");
  }
}

TEST_CASE("trace/traced_writer: nothing is measured until a buffer is full") {
  device to;
  kept_events events;
  auto out = traced(writer_to(to, 1000), {.to = events.keeper()});
  for (int i = 0; i != 100; ++i) rill::print(out, i % 10, ',', "abc", ' ');
  rill::print(out, rill_test::value_with_hook{1});
  CHECK(out.pending().size == 603);
  CHECK(events.all.empty());
  out.write(std::string(397, 'x'));
  CHECK(events.all.empty());
  out.put('y');
  REQUIRE(events.all.size() == 1);
  CHECK(events.all[0].bytes >= 1000);
}

TEST_CASE("trace/traced_writer: an error at each call of the device") {
  rill_test::lost_output const lost;
  for (int failing = 0; failing != 6; ++failing) {
    device to;
    to.fails_at = failing;
    kept_events events;
    auto out = traced(writer_to(to, 16), {.to = events.keeper()});
    int thrown = 0;
    for (int i = 0; i != 12 && thrown == 0; ++i) {
      try {
        rill::println(out, "line ", i, " of 12");
        if (i == 11) out.flush();
      } catch (rill::error const& reason) {
        CHECK(reason.code().number == ENOSPC);
        ++thrown;
      }
    }
    REQUIRE(thrown == 1);
    REQUIRE(to.calls == failing + 1);
    REQUIRE(events.all.back().error.number == ENOSPC);
    REQUIRE(events.all.back().bytes == 0);
    REQUIRE(events.bytes() == to.got.size());
    REQUIRE(is_summary_of(out.summary(), events));
    auto const& summary = out.summary();
    CHECK(summary[trace_call::drain].errors +
              summary[trace_call::flush_device].errors ==
          1);
    CHECK(out.error().number == ENOSPC);
    rill::result<void> const closed = out.try_close();
    REQUIRE(!closed);
    CHECK(events.all.back().call == trace_call::close);
    CHECK(events.all.back().error);
  }
  CHECK(lost.count() == 0);
}

TEST_CASE("trace/traced_writer: an exception of the device is recorded") {
  rill_test::lost_output const lost;
  device to;
  to.throws_at = 1;
  kept_events events;
  auto out = traced(writer_to(to, 16), {.to = events.keeper()});
  rill::print(out, std::string(20, 'a'));
  CHECK_THROWS_AS(rill::print(out, std::string(20, 'b')), std::runtime_error);
  REQUIRE(events.all.size() == 2);
  CHECK(!events.all[0].error);
  CHECK(events.all[1].error == rill::library_problem::threw);
}

TEST_CASE("trace/traced_writer: a close that throws leaves nothing behind") {
  rill_test::lost_output const lost;
  auto const kept = std::make_shared<int>(0);
  kept_events events;
  {
    auto out = traced(
        [kept](char const*, std::size_t) {
          ++*kept;
          throw std::runtime_error("the device");
        },
        {.to = events.keeper()});
    rill::print(out, "abc");
    CHECK_THROWS_AS((void)out.try_close(), std::runtime_error);
    CHECK(!out.is_open());
    CHECK(out.try_close());
    CHECK(kept.use_count() == 2);
  }
  CHECK(kept.use_count() == 1);
  CHECK(*kept == 1);
  REQUIRE(events.all.size() == 1);
  CHECK(events.all[0].call == trace_call::close);
  CHECK(events.all[0].error == rill::library_problem::threw);
  CHECK(events.all[0].bytes == 0);
}

TEST_CASE("trace/traced_writer: flush, close, closed twice, moved from") {
  device to;
  kept_events events;
  traced_writer out(writer_to(to, 100), {.name = "x", .to = events.keeper()});
  CHECK(out.is_open());
  rill::print(out, "abc");
  out.flush();
  out.flush();
  CHECK(events.count(trace_call::flush_device) == 2);
  CHECK(events.all[0].bytes == 3);
  CHECK(events.all[1].bytes == 0);
  rill::print(out, "de");
  traced_writer moved(std::move(out));
  CHECK(!out.is_open());
  CHECK_THROWS_AS(rill::print(out, "f"), rill::error);
  CHECK_THROWS_AS(out.flush(), rill::error);
  CHECK(out.try_close());
  CHECK(events.all.size() == 2);
  rill::print(moved, "g");
  CHECK(moved.try_close());
  CHECK(events.count(trace_call::close) == 1);
  CHECK(events.all.back().bytes == 3);
  CHECK(!moved.is_open());
  CHECK(moved.try_close());
  CHECK(moved.error() == rill::library_problem::closed);
  CHECK_THROWS_AS(rill::print(moved, "h"), rill::error);
  CHECK(events.all.size() == 3);
  CHECK(to.got == "abcdeg");
  CHECK(is_summary_of(moved.summary(), events));
  moved = traced_writer(writer_to(to, 10), {});
  rill::print(moved, "i");
  moved.close();
  CHECK(to.got == "abcdegi");
}

TEST_CASE("trace/traced_writer: a vector of them grows and is sorted") {
  std::vector<std::string> texts(10);
  {
    std::vector<traced_writer> all;
    for (std::string& each : texts)
      all.emplace_back([&each](char const* data, std::size_t size) {
        each.append(data, size);
      });
    for (std::size_t i = 0; i != all.size(); ++i) rill::print(all[i], 'a', i);
    all.erase(all.begin() + 3);
    std::swap(all[0], all[1]);
    for (std::size_t i = 0; i != all.size(); ++i) rill::print(all[i], 'b', i);
  }
  CHECK(texts[0] == "a0b1");
  CHECK(texts[1] == "a1b0");
  CHECK(texts[3] == "a3");
  CHECK(texts[9] == "a9b8");
}

TEST_CASE("trace/traced_writer: a writer that is a variable goes on after it") {
  device to;
  rill::callback_writer inside(to.sink(), 16);
  rill::print(inside, "one ");
  {
    kept_events events;
    auto out = traced(inside, {.to = events.keeper()});
    CHECK(out.pending() == "one ");
    rill::print(out, "two ");
    CHECK(to.got.empty());
    rill::print(out, "three four ");
    CHECK(events.all.size() == 1);
    CHECK(events.bytes() == to.got.size());
  }
  CHECK(!to.got.empty());
  rill::print(inside, "five");
  inside.flush();
  CHECK(to.got == "one two three four five");
  rill::writer& base = inside;
  auto outer = traced(traced(base));
  rill::print(outer, "!");
  outer.flush();
  CHECK(to.got.back() == '!');
  CHECK(outer.summary()[trace_call::flush_device].bytes.sum() == 1);
}

TEST_CASE("trace/traced_writer: what prints to the lender is refused") {
  std::string text;
  rill::string_writer variable(text);
  {
    traced_writer out(variable);
    rill::println(out, "one");
    CHECK_THROWS_AS(rill::println(variable, "two"), rill::error);
    CHECK(variable.error() == rill::library_problem::lent);
  }
  // The writer has refused a line, so its error stays, and the line is lost.
  CHECK(variable.error() == rill::library_problem::lent);
  CHECK_THROWS_AS(rill::println(variable, "three"), rill::error);
  CHECK(text.find("two") == std::string::npos);
}

TEST_CASE("trace/traced_writer: each call to a stream of others is a drain") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  auto const check = [&](auto&& make) {
    kept_events events;
    {
      auto out = make({.to = events.keeper()});
      rill::println(out, "one ", 1);
      rill::print(out, rill_test::value_with_hook{2}, '\n');
      rill::writer& base = out;
      rill::println(base, 3.5);
      out.flush();
    }
    CHECK(events.count(trace_call::drain) == 3);
    CHECK(events.count(trace_call::flush_device) == 1);
    REQUIRE(events.all.size() >= 3);
    CHECK(events.all[0].bytes == 6);
    CHECK(events.all[1].bytes == 4);
    CHECK(events.all[2].bytes == 4);
    CHECK(events.all[2].offset == 10);
    CHECK(events.bytes() == 14);
  };
  FILE* const stream = ::fopen(path.c_str(), "wb");
  check([&](rill::trace_options o) { return traced(stream, std::move(o)); });
  ::fclose(stream);
  CHECK(rill_test::content_of(path) == "one 1\n<2>\n3.5\n");
  check([&](rill::trace_options o) {
    return traced(rill::c_file(path), std::move(o));
  });
  CHECK(rill_test::content_of(path) == "one 1\n<2>\n3.5\n");
  std::ostringstream text;
  check([&](rill::trace_options o) { return traced(text, std::move(o)); });
  CHECK(text.str() == "one 1\n<2>\n3.5\n");
  rill::locked<rill::file_writer> shared(path);
  check([&](rill::trace_options o) { return traced(shared, std::move(o)); });
}

TEST_CASE("trace/traced_writer: what a hook throws leaves its event") {
  kept_events events;
  std::ostringstream text;
  auto out = traced(text, {.to = events.keeper()});
  CHECK_THROWS_AS(rill::print(out, "a ", rill_test::throwing_hook(), "b"),
                  std::runtime_error);
  CHECK(text.str() == "a before ");
  REQUIRE(events.all.size() == 1);
  CHECK(events.all[0].bytes == 9);
  rill::print(out, "c");
  CHECK(text.str() == "a before c");
}

TEST_CASE("trace/traced_writer: a line for each event, and the summary") {
  device to;
  std::string lines;
  {
    rill::string_writer told(lines);
    traced_writer out(writer_to(to, 10),
                      {.name = "dev", .to = told, .summary = true});
    rill::print(out, "0123456789abc");
    out.flush();
  }
  auto const line = lines.substr(0, lines.find('\n'));
  CHECK(line.starts_with("dev: drain 13 of 13 bytes at 0 in "));
  CHECK(lines.find("\ndev: flush in ") != std::string::npos);
  CHECK(lines.find("\ndev: close in ") != std::string::npos);
  CHECK(lines.find("\ndev\ncall  ") != std::string::npos);
  CHECK(lines.find("\ndrain      ") != std::string::npos);
  CHECK(lines.back() == '\n');
}

TEST_CASE("trace/traced_writer: the sink of the events may be owned") {
  rill_test::folder const folder;
  std::string const path = folder / "events";
  {
    std::string all;
    auto out = traced(
        [&all](char const* data, std::size_t size) { all.append(data, size); },
        {.to = rill::file_writer(path)});
    rill::print(out, "abc");
    out.close();
    CHECK(all == "abc");
  }
  CHECK(rill_test::content_of(path).starts_with("close 3 of 3 bytes at 0 in "));
}

TEST_CASE("trace/traced_writer: a sink that gets the lines of its own events") {
  device to;
  int events = 0;
  traced_writer* self = nullptr;
  traced_writer out(writer_to(to, 40), {.to = [&](trace_event const& event) {
                      ++events;
                      if (self) rill::println(*self, event);
                    }});
  self = &out;
  for (int i = 0; i != 20; ++i) rill::print(out, "0123456789");
  out.flush();
  auto const& summary = out.summary();
  CHECK(events > 4);
  CHECK(static_cast<unsigned long long>(events) <
        summary[trace_call::drain].calls() + 1);
  CHECK(to.got.find("drain ") != std::string::npos);
  self = nullptr;
}

TEST_CASE("trace/traced_writer: a callable that is copied has its close") {
  std::string all;
  auto sink = [&all](char const* data, std::size_t size) {
    all.append(data, size);
  };
  auto const& constant = sink;
  kept_events events;
  {
    auto of_variable = traced(sink, {.to = events.keeper()});
    rill::print(of_variable, "abc");
  }
  {
    auto of_constant = traced(constant, {.to = events.keeper()});
    rill::print(of_constant, "defg");
  }
  CHECK(all == "abcdefg");
  REQUIRE(events.all.size() == 2);
  CHECK(events.count(trace_call::close) == 2);
  CHECK(events.all[0].bytes == 3);
  CHECK(events.all[1].bytes == 4);
}

TEST_CASE("trace/traced_writer: the destructor's event has a stream's error") {
  rill_test::lost_output const lost;
  kept_events events;
  {
    auto out = traced(std::ofstream("/dev/full"), {.to = events.keeper()});
    rill::print(out, "lost");
  }
  CHECK(lost.sentences() ==
        std::vector<std::string>{
            "write a std::ostream: No space left on device"});
  REQUIRE(events.all.size() == 2);
  CHECK(events.all[1].call == trace_call::close);
  CHECK(events.all[1].error.number == ENOSPC);
  CHECK(events.all[1].bytes == 0);
}

TEST_CASE("trace/traced_writer: what a callback throws goes to the caller") {
  device to;
  bool throws = true;
  {
    auto out = traced(writer_to(to, 16), {.to = [&](trace_event const&) {
                        if (throws) throw std::logic_error("the callback");
                      }});
    CHECK_THROWS_AS(rill::print(out, std::string(20, 'a')), std::logic_error);
    CHECK(to.got == std::string(20, 'a'));
    throws = false;
    rill::print(out, "b");
    out.flush();
    CHECK(to.got == std::string(20, 'a') + 'b');
    throws = true;
    std::ostringstream text;
    auto calls = traced(text, {.to = [&](trace_event const&) {
                          throw std::logic_error("the callback");
                        }});
    CHECK_THROWS_AS(rill::print(calls, "a", rill_test::throwing_hook()),
                    std::runtime_error);
    rill::print(out, "c");
  }  // the destructor does not throw it
  CHECK(to.got.back() == 'c');
}

TEST_CASE("trace/traced_writer: styles are those of the sink") {
  std::string all;
  rill::string_writer inside(all);
  inside.set_styles(rill::style_mode::always);
  CHECK(traced(inside).takes_styles());
  inside.set_styles(rill::style_mode::never);
  CHECK(!traced(inside).takes_styles());
}

TEST_CASE("trace/traced_writer: what can be traced, and as what") {
  struct no_device {};
  using rill::traced_file;
  using rill::traced_reader;
  static_assert(!rill::detail::traceable<no_device>);
  static_assert(!rill::detail::traceable<int>);
  static_assert(!std::is_copy_constructible_v<traced_writer>);
  static_assert(std::is_nothrow_move_constructible_v<traced_writer>);
  static_assert(std::is_same_v<decltype(traced(stdout)), traced_writer>);
  static_assert(std::is_same_v<decltype(traced(rill::out())), traced_writer>);
  static_assert(std::is_same_v<decltype(traced(rill::in())), traced_reader>);
  static_assert(
      std::is_same_v<decltype(traced(rill::from("1"))), traced_reader>);
  static_assert(std::is_same_v<decltype(traced(rill::file())), traced_file>);
  static_assert(
      std::is_same_v<decltype(traced(rill::file_view())), traced_file>);
  static_assert(
      std::is_same_v<decltype(traced(rill::any_writer())), traced_writer>);
  rill::any_writer closed;
  CHECK_THROWS_AS(rill::print(traced(closed), 1), rill::error);
}
