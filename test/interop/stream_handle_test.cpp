// test/interop/stream_handle_test.cpp: from C++ streams to FILE and handle.
// platforms: posix
#include <doctest/doctest.h>
#include <unistd.h>

#include <rill/file.h>
#include <rill/interop/stream_handle.h>
#include <rill/iostream.h>

#include <cstdio>
#include <fstream>

#include "support/files.h"

TEST_CASE("interop/stream_handle: a FILE below each stream of a file") {
  rill_test::folder const folder;
  std::ofstream out(folder / "text");
  rill::print(out, "one ");
  out.flush();
  FILE* const below = rill::c_stream_of(out);
  std::fputs("two ", below);
  std::fflush(below);
  CHECK(::write(rill::native_handle_of(out), "three", 5) == 5);
  out.close();
  CHECK(rill_test::content_of(folder / "text") == "one two three");

  std::ifstream in(folder / "text");
  char bytes[3] = {};
  CHECK(::pread(rill::native_handle_of(in), bytes, 3, 0) == 3);
  CHECK(std::string(bytes, 3) == "one");
  std::fstream both(folder / "text");
  CHECK(rill::native_handle_of(both) == fileno(rill::c_stream_of(both)));
  CHECK(rill::native_handle_of(*both.rdbuf()) > 2);
}

TEST_CASE("interop/stream_handle: of a filebuf_file") {
  rill_test::folder const folder;
  auto file = rill::filebuf_file::create(folder / "text");
  rill::print(file, "abc");
  file.flush();
  CHECK(rill::native_handle_of(*file.rdbuf()) == file.native_handle());
}

TEST_CASE("interop/stream_handle: a closed stream is an error") {
  std::ofstream closed;
  CHECK_THROWS_AS((void)rill::c_stream_of(closed), rill::error);
  CHECK_THROWS_AS((void)rill::native_handle_of(closed), rill::error);
}
