// test/shape/stack_trace_test.cpp: which types are stack traces, and which are
// not.
// covers: shape/standard_types.h
#include <doctest/doctest.h>
#include <rill/types.h>

#include <deque>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using rill::detail::frame_like;
using rill::detail::shape;
using rill::detail::shape_of;

namespace {

struct asked {
  std::string description() const { return {}; }
  std::string source_file() const { return {}; }
  unsigned source_line() const { return 0; }
};
struct named {
  std::string name() const { return {}; }
  std::string source_file() const { return {}; }
  std::size_t source_line() const { return 0; }
  void const* address() const { return nullptr; }
};
struct recorded {
  unsigned long raw_address;
  int line;
  std::string filename;
  std::string symbol;
};
// Each lacks one of the members of a frame.
struct no_line {
  std::string description() const { return {}; }
  std::string source_file() const { return {}; }
};
struct no_name {
  std::string source_file() const { return {}; }
  unsigned source_line() const { return 0; }
};
struct no_symbol {
  unsigned long raw_address;
  int line;
  std::string filename;
};

}  // namespace

TEST_CASE("shape/standard_types: frames by their members") {
  CHECK(shape_of<asked> == shape::stack_frame);
  CHECK(shape_of<named> == shape::stack_frame);
  CHECK(shape_of<recorded> == shape::stack_frame);
  CHECK(!frame_like<no_line>);
  CHECK(!frame_like<no_name>);
  CHECK(shape_of<no_symbol> == shape::aggregate);
  CHECK(!frame_like<std::source_location>);
  CHECK(!frame_like<int>);
  CHECK(!frame_like<std::string>);
}

TEST_CASE("shape/standard_types: a range of frames is a trace") {
  CHECK(shape_of<std::vector<asked>> == shape::stack_trace);
  CHECK(shape_of<std::deque<named>> == shape::stack_trace);
  CHECK(shape_of<std::span<recorded const>> == shape::stack_trace);
  CHECK(shape_of<asked[3]> == shape::stack_trace);
  CHECK(shape_of<std::vector<no_symbol>> == shape::range);
  CHECK(shape_of<std::vector<std::vector<asked>>> == shape::range);
}
