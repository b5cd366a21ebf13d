// test/interop/allocation_test.cpp: each allocation of a scan of C++'s streams
// fails in turn: bytes that were not read stay in the stream.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/iostream.h>
#include <rill/rill.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "support/failing_memory.h"
#include "support/files.h"

using rill_test::sweep_memory;

namespace {

std::string const word = "a-word-that-is-longer-than-any-small-string-is";
std::string const text =
    word + "\n" + word + word + word + " " + std::string(600, 'x') + " end\n";

// Scans a line and two words; then the stream itself reads the rest.
template <class Stream, class Make>
void sweep_stream(Make make) {
  struct state {
    std::unique_ptr<Stream> in;
    std::string line, first, second;
  };
  sweep_memory([&] { return state{make(), "", "", ""}; },
               [](state& s) {
                 s.in->clear();  // as after malformed text
                 if (s.line.empty()) rill::scan(*s.in, rill::line(s.line));
                 if (s.first.empty()) rill::scan(*s.in, s.first);
                 rill::scan(*s.in, s.second);
               },
               [](state& s) {
                 std::basic_string<typename Stream::char_type> behind;
                 *s.in >> behind;
                 return rill::concat(s.line, '|', s.first, '|', s.second, '|',
                                     behind);
               });
}

// A file with a small buffer, so that a word crosses its end.
struct small_file : std::ifstream {
  explicit small_file(std::string const& path) {
    rdbuf()->pubsetbuf(block, sizeof block);
    open(path);
  }
  char block[32];
};

}  // namespace

TEST_CASE("interop/allocation: a string stream keeps what was not read") {
  sweep_stream<std::istringstream>(
      [] { return std::make_unique<std::istringstream>(text); });
}

TEST_CASE("interop/allocation: a wide stream keeps what was not read") {
  std::wstring const wide(text.begin(), text.end());
  sweep_stream<std::wistringstream>(
      [&] { return std::make_unique<std::wistringstream>(wide); });
}

TEST_CASE("interop/allocation: a file stream keeps what was not read") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", text);
  sweep_stream<small_file>(
      [&] { return std::make_unique<small_file>(folder / "f"); });
}
