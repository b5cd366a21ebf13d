// test/print/sink_writer_test.cpp: writers over sinks that are not writers.
// covers: print/any_writer.h, stream/any_reader.h
#include <doctest/doctest.h>
#include <rill/any.h>
#include <rill/iostream.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/terminal.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "support/any_calls.h"
#include "support/files.h"
#include "support/lost_output.h"

namespace {

// A sink that stores the text of each call.
struct recorder {
  std::vector<std::string> calls;
  int flushes = 0;
  std::size_t throws_at = ~std::size_t{0};
};

}  // namespace

template <>
struct rill::sink_traits<recorder> {
  template <class... Args>
  static void put(recorder& to, Args const&... args) {
    if (to.calls.size() == to.throws_at) throw std::runtime_error("the sink");
    to.calls.push_back(rill::concat(args...));
  }
  static void flush(recorder& to) { ++to.flushes; }
};

using calls = std::vector<std::string>;

TEST_CASE("print/any_writer: a call of print is one call of the sink") {
  recorder to;
  rill::sink_writer out(to);
  rill::writer& base = out;
  rill::println(base, 1);
  rill::print(base, "a", 2.5, rill_test::value_with_hook{3}, "b");
  rill::print(base, rill_test::value_with_hook{4});
  rill::println(base);
  rill::print(base, "");
  base.write("raw", 3);
  base.put('!');
  CHECK(to.calls == calls{"1\n", "a2.5<3>b", "<4>", "\n", "raw", "!"});
  CHECK(to.flushes == 0);
  base.flush();
  CHECK(to.flushes == 1);
}

TEST_CASE("print/any_writer: calls of all lengths around the block's sizes") {
  for (std::size_t size :
       {1u, 511u, 512u, 513u, 1023u, 1024u, 1025u, 65535u, 65536u}) {
    recorder to;
    rill::sink_writer out(to);
    std::string const piece(size - 1, 'x');
    rill::print(out, 7, piece);
    CHECK(to.calls == calls{"7" + piece});
  }
  // A longer call arrives in parts; the long text is a part of its own.
  recorder to;
  rill::sink_writer out(to);
  std::string const piece(65536, 'x');
  rill::print(out, "before ", piece, " behind");
  CHECK(to.calls == calls{"before ", piece, " behind"});
}

TEST_CASE("print/any_writer: a hook that prints to the same writer") {
  recorder to;
  rill::sink_writer out(to);
  rill::print(out, "a ", rill::deref(&to.flushes), ' ',
              std::vector<std::vector<int>>{{1, 2}, {3}});
  CHECK(to.calls == calls{"a 0 [[1, 2], [3]]"});
}

TEST_CASE("print/any_writer: what a hook throws leaves the pieces before it") {
  recorder to;
  rill::sink_writer out(to);
  CHECK_THROWS_AS(rill::print(out, "a ", rill_test::throwing_hook(), "b"),
                  std::runtime_error);
  CHECK(to.calls == calls{"a before "});
  rill::print(out, "next");
  CHECK(to.calls == calls{"a before ", "next"});
}

namespace {

// A sink that prints to the writer over itself, and catches the error.
struct echo {
  rill::writer* out = nullptr;
  std::size_t size = 0;
  int refused = 0;
  std::vector<std::string> calls;
};

}  // namespace

template <>
struct rill::sink_traits<echo> {
  template <class... Args>
  static void put(echo& to, Args const&... args) {
    try {
      rill::println(*to.out, std::string(to.size, 'n'), 1);
    } catch (rill::error const&) {
      ++to.refused;
    }
    to.calls.push_back(rill::concat(args...));
  }
  static void flush(echo&) {}
};

TEST_CASE("print/any_writer: a sink that prints to its own writer") {
  for (std::size_t const size : {1u, 300u, 3000u, 100000u}) {
    echo to;
    rill::sink_writer out(to);
    to.out = &out;
    to.size = size;
    CHECK_THROWS_AS(rill::println(out, "outer ", std::string(300, 'o'), 1),
                    rill::error);
    CHECK(to.refused == 1);
    CHECK(to.calls == calls{"outer " + std::string(300, 'o') + "1\n"});
  }
}

TEST_CASE("print/any_writer: two errors at once") {
  rill_test::lost_output const lost;
  recorder to{.calls = {}, .throws_at = 0};
  rill::sink_writer out(to);
  CHECK_THROWS_WITH(rill::print(out, "a ", rill_test::throwing_hook()),
                    "the hook");
  REQUIRE(lost.count() == 1);
  CHECK(lost.sentences()[0].find("the sink") != std::string::npos);
  CHECK_THROWS_AS(rill::print(out, "b"), rill::error);
  CHECK(to.calls.empty());
}

TEST_CASE(
    "print/any_writer: what the sink throws arrives, and it gets no more") {
  rill_test::lost_output const lost;
  {
    recorder to{.calls = {}, .throws_at = 1};
    rill::sink_writer out(to);
    rill::print(out, "a");
    CHECK_THROWS_AS(rill::print(out, "b"), std::runtime_error);
    to.throws_at = 9;
    CHECK_THROWS_AS(rill::print(out, "c"), rill::error);
    CHECK_THROWS_AS(out.flush(), rill::error);
    CHECK(to.calls == calls{"a"});
    CHECK(to.flushes == 0);
  }
  CHECK(lost.count() == 0);
}

TEST_CASE("print/any_writer: moved") {
  recorder to;
  rill::sink_writer first(to);
  rill::print(first, "a");
  rill::sink_writer second(std::move(first));
  rill::print(second, "b");
  CHECK_THROWS_AS(rill::print(first, "c"), rill::error);
  recorder other;
  first = rill::sink_writer(other);
  rill::print(first, "d");
  CHECK(to.calls == calls{"a", "b"});
  CHECK(other.calls == calls{"d"});
}

TEST_CASE("print/any_writer: over each sink of the library") {
  rill_test::folder const folder;
  std::string const right = rill_test::expected_calls();
  std::ostringstream stream;
  rill::sink_writer to_stream(stream);
  rill_test::print_calls(to_stream);
  CHECK(stream.str() == right);
  rill::c_file file(folder / "out");
  rill::sink_writer to_file(file);
  rill_test::print_calls(to_file);
  to_file.flush();
  CHECK(rill_test::content_of(folder / "out") == right);
  FILE* const c_stream = file.get();
  rill::sink_writer to_c_stream(c_stream);
  rill_test::print_calls(to_c_stream);
  to_c_stream.flush();
  CHECK(rill_test::content_of(folder / "out") == right + right);
}

TEST_CASE("print/any_writer: styles are those of a writer behind") {
  std::string all;
  rill::string_writer behind(all);
  behind.set_styles(rill::style_mode::always);
  rill::sink_writer out(behind);
  rill::print(out, rill::styled("x", rill::bold));
  behind.flush();
  CHECK(all == "\x1b[1mx\x1b[0m");
}
