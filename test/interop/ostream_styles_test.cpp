// test/interop/ostream_styles_test.cpp: std::ostream and styles.
#include <doctest/doctest.h>
#include <rill/iostream.h>
#include <rill/terminal.h>

#include <sstream>
#include <string>

using rill::style_mode;
using rill::styled;

namespace {

struct point {
  int x;
  friend void rill_print(auto& out, point const& p) {
    out(styled(p.x, rill::bold));
  }
};

std::string taken(std::ostringstream& from) {
  std::string const text = from.str();
  from.str("");
  return text;
}

}  // namespace

TEST_CASE("interop/ostream_sink: a stream takes styles when it is told") {
  std::ostringstream out;
  CHECK(!rill::takes_styles(out));
  rill::print(out, styled("a", rill::red), point{1}, 2);
  CHECK(taken(out) == "a12");
  rill::set_styles(out, style_mode::always);
  CHECK(rill::takes_styles(out));
  rill::print(out, styled("a", rill::red), point{1}, 2);
  CHECK(taken(out) == "\x1b[31ma\x1b[0m\x1b[1m1\x1b[0m2");
  rill::print(out, point{1});
  CHECK(taken(out) == "\x1b[1m1\x1b[0m");
  rill::print(rill::with_styles(out, style_mode::never), point{1}, 2);
  CHECK(taken(out) == "12");
  rill::set_styles(out, style_mode::never);
  rill::print(out, styled("a", rill::red), point{1}, 2);
  CHECK(taken(out) == "a12");
  rill::print(rill::with_styles(out, style_mode::always), point{1}, 2);
  CHECK(taken(out) == "\x1b[1m1\x1b[0m2");
  rill::set_styles(out, style_mode::automatic);
  rill::print(out, point{1});
  CHECK(taken(out) == "1");
}

TEST_CASE("interop/ostream_sink: each stream has its own mode") {
  std::ostringstream one, other;
  rill::set_styles(one, style_mode::always);
  rill::print(one, point{1});
  rill::print(other, point{1});
  CHECK(taken(one) == "\x1b[1m1\x1b[0m");
  CHECK(taken(other) == "1");
}

TEST_CASE("interop/ostream_sink: std::cout decides as stdout does") {
  rill::set_styles(stdout, style_mode::always);
  rill::set_styles(stderr, style_mode::never);
  CHECK(rill::takes_styles(std::cout));
  CHECK(!rill::takes_styles(std::cerr));
  CHECK(!rill::takes_styles(std::clog));
  rill::set_styles(stdout, style_mode::never);
  rill::set_styles(stderr, style_mode::always);
  CHECK(!rill::takes_styles(std::cout));
  CHECK(rill::takes_styles(std::cerr));
  CHECK(rill::takes_styles(std::clog));
  // A redirected std::cout does not take styles.
  rill::set_styles(stdout, style_mode::always);
  std::ostringstream elsewhere;
  std::streambuf* const before = std::cout.rdbuf(elsewhere.rdbuf());
  CHECK(!rill::takes_styles(std::cout));
  rill::print(std::cout, point{1});
  std::cout.rdbuf(before);
  CHECK(taken(elsewhere) == "1");
  rill::set_styles(stdout, style_mode::automatic);
  rill::set_styles(stderr, style_mode::automatic);
}
