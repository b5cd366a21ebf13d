// test/driver/rows_file_test.cpp: the rows of all devices (support/devices/)
// over files whose system calls follow a script.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/stream/locked.h>
#include <rill/print/locked_sink.h>
#include <rill/hash/crc.h>
#include <rill/copy/hashing.h>
#include <rill/trace.h>

#include <string>

#include "../support/devices/handle.h"
#include "../support/devices/check.h"

using namespace rill_test;

namespace {

struct file_sink {
  rill::file_writer out;
  file_sink(scripted_sink& to, std::size_t size)
      : out(scripted_handles::file_of(to), size) {}
  auto& sink() { return out; }
};
struct file_source {
  rill::file_reader in;
  file_source(scripted_source& from, std::size_t size)
      : in(scripted_handles::file_of(from), size) {}
  auto& source() { return in; }
};
struct locked_sink {
  rill::locked<rill::file_writer> out;
  locked_sink(scripted_sink& to, std::size_t size)
      : out(scripted_handles::file_of(to), size) {}
  auto& sink() { return out; }
};
// A borrowed file, which stays open.
struct borrowed_sink {
  rill::file file;
  rill::borrowed_writer out;
  borrowed_sink(scripted_sink& to, std::size_t size)
      : file(scripted_handles::file_of(to)), out(file, size) {}
  borrowed_sink(borrowed_sink const&) = delete;
  auto& sink() { return out; }
};
struct borrowed_source {
  rill::file file;
  rill::borrowed_reader in;
  borrowed_source(scripted_source& from, std::size_t size)
      : file(scripted_handles::file_of(from)), in(file, size) {}
  borrowed_source(borrowed_source const&) = delete;
  auto& source() { return in; }
};
// The two sides of one file.
struct updating_sink {
  rill::file_update out;
  updating_sink(scripted_sink& to, std::size_t size)
      : out(scripted_handles::file_of(to), size) {}
  auto& sink() { return out; }
};
struct updating_source {
  rill::file_update in;
  updating_source(scripted_source& from, std::size_t size)
      : in(scripted_handles::file_of(from), size) {}
  auto& source() { return in; }
};
// A file without a buffer: each call of print is a system call.
struct plain_file {
  rill::file out;
  plain_file(scripted_sink& to, std::size_t)
      : out(scripted_handles::file_of(to)) {}
  auto& sink() { return out; }
};
struct traced_plain_file {
  rill::traced_file out;
  traced_plain_file(scripted_sink& to, std::size_t)
      : out(rill::traced(scripted_handles::file_of(to))) {}
  auto& sink() { return out; }
};
struct hashed_file_sink {
  rill::hashing_writer<rill::crc32> out;
  hashed_file_sink(scripted_sink& to, std::size_t)
      : out(scripted_handles::file_of(to)) {}
  auto& sink() { return out; }
};
struct hashed_file_source {
  rill::hashing_reader<rill::crc32> in;
  hashed_file_source(scripted_source& from, std::size_t)
      : in(scripted_handles::file_of(from)) {}
  auto& source() { return in; }
};

constexpr unsigned usual_sink = fails | is_interrupted | reenters | is_lazy;
constexpr unsigned usual_source =
    fails | is_interrupted | is_prompt | tells_places;

}  // namespace

TEST_CASE("driver/rows_file: file_writer") {
  scripted_handles const seam;
  check_rows(sink_of<file_sink>("scripted", usual_sink), "throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: file_reader") {
  scripted_handles const seam;
  check_rows(source_of<file_source>("scripted", usual_source), "throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: borrowed_writer and borrowed_reader") {
  scripted_handles const seam;
  check_rows(sink_of<borrowed_sink>("scripted", usual_sink),
             "assigns, closes, moves, throws");
  check_rows(source_of<borrowed_source>("scripted", usual_source),
             "closes, moves, throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: file_update") {
  scripted_handles const seam;
  check_rows(sink_of<updating_sink>("scripted", usual_sink), "throws");
  check_rows(source_of<updating_source>("scripted", usual_source),
             "reads, throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: locked<file_writer>") {
  scripted_handles const seam;
  check_rows(sink_of<locked_sink>("scripted", fails | is_interrupted | is_lazy),
             "assigns, closes, flushes, moves, reenters, throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: file") {
  scripted_handles const seam;
  sink_fixture fixture = sink_of<plain_file>(
      "scripted", fails | is_interrupted | is_whole, {16, 64, 4096});
  fixture.closed = rill::os::c_error(EBADF);  // it has no state of its own
  check_rows(fixture, "flushes, is lazy, reenters, throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: traced_file") {
  scripted_handles const seam;
  sink_fixture fixture = sink_of<traced_plain_file>(
      "scripted", fails | is_interrupted | is_whole, {16, 64, 4096});
  fixture.closed = rill::os::c_error(EBADF);  // it has no state of its own
  check_rows(fixture, "flushes, is lazy, reenters, throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: hashing_writer over a file") {
  scripted_handles const seam;
  check_rows(sink_of<hashed_file_sink>("scripted", usual_sink,
                                       {rill::default_buffer_size}),
             "clears errors, throws");
  CHECK(seam.open_count() == 0);
}

TEST_CASE("driver/rows_file: hashing_reader over a file") {
  scripted_handles const seam;
  check_rows(source_of<hashed_file_source>("scripted", usual_source,
                                           {rill::default_read_size}),
             "throws");
  CHECK(seam.open_count() == 0);
}
