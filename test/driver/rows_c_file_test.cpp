// test/driver/rows_c_file_test.cpp: the rows of all devices (support/devices/)
// over FILEs whose calls follow a script, owned by a c_file and not.
// platforms: posix native
#include <doctest/doctest.h>
#include <errno.h>
#include <rill/any.h>
#include <rill/stdio.h>
#include <stdio.h>

#include <memory>
#include <string>
#include <utility>  // std::move

#include "../support/devices/check.h"

#if defined(__GLIBC__)

using namespace rill_test;

namespace {

// The functions that glibc calls for a stream of fopencookie(). glibc treats a
// short write as an error, and also EINTR.
ssize_t write_cookie(void* to, char const* data, size_t size) {
  size_t done = 0;
  while (done != size) {
    long const count =
        static_cast<scripted_sink*>(to)->take(data + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<size_t>(count);
  }
  return static_cast<ssize_t>(done);
}
ssize_t read_cookie(void* from, char* room, size_t size) {
  for (;;) {
    long const count = static_cast<scripted_source*>(from)->give(room, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

// The buffer must outlive the stream.
struct buffered_stream {
  std::unique_ptr<char[]> buffer;
  FILE* stream;

  buffered_stream(scripted_sink& to, std::size_t size)
      : buffer(new char[size]),
        stream(::fopencookie(&to, "w",
                             {nullptr, write_cookie, nullptr, nullptr})) {
    REQUIRE(::setvbuf(stream, buffer.get(), _IOFBF, size) == 0);
  }
  buffered_stream(scripted_source& from, std::size_t size)
      : buffer(new char[size]),
        stream(::fopencookie(&from, "r",
                             {read_cookie, nullptr, nullptr, nullptr})) {
    REQUIRE(::setvbuf(stream, buffer.get(), _IOFBF, size) == 0);
  }
};

// fclose() returns the error of a plain FILE* that loses its last bytes.
struct plain_sink {
  buffered_stream of;
  plain_sink(scripted_sink& to, std::size_t size) : of(to, size) {}
  plain_sink(plain_sink const&) = delete;
  ~plain_sink() { (void)::fclose(of.stream); }
  FILE*& sink() { return of.stream; }
};
struct owned_sink {
  buffered_stream of;
  rill::c_file out;
  owned_sink(scripted_sink& to, std::size_t size)
      : of(to, size), out(rill::c_file::adopt(of.stream, "scripted")) {}
  owned_sink(owned_sink&&) = default;
  owned_sink& operator=(owned_sink&& other) {
    out = std::move(other.out);  // the stream before its buffer
    of = std::move(other.of);
    return *this;
  }
  auto& sink() { return out; }
};
// An any_writer that owns the c_file.
struct any_sink {
  buffered_stream of;
  rill::any_writer out;
  any_sink(scripted_sink& to, std::size_t size)
      : of(to, size), out(rill::c_file::adopt(of.stream, "scripted")) {}
  any_sink(any_sink&&) = default;
  any_sink& operator=(any_sink&& other) {
    out = std::move(other.out);
    of = std::move(other.of);
    return *this;
  }
  auto& sink() { return out; }
};

struct plain_source {
  buffered_stream of;
  plain_source(scripted_source& from, std::size_t size) : of(from, size) {}
  plain_source(plain_source const&) = delete;
  ~plain_source() { (void)::fclose(of.stream); }
  FILE*& source() { return of.stream; }
};
// An any_reader that owns the c_file.
struct any_source {
  buffered_stream of;
  rill::any_reader in;
  any_source(scripted_source& from, std::size_t size)
      : of(from, size), in(rill::c_file::adopt(of.stream, "scripted")) {}
  any_source(any_source const&) = delete;
  auto& source() { return in; }
};

}  // namespace

TEST_CASE("driver/rows_c_file: FILE*") {
  check_rows(sink_of<plain_sink>("scripted", is_interrupted | is_lazy),
             "assigns, closes, fails, flushes, moves, reenters");
}

// The rows on errors need a buffer that keeps a first byte; a smaller FILE has
// no room for a piece of rill. After an error glibc drops the bytes in the
// FILE, so clear_error() does not bring them back.
TEST_CASE("driver/rows_c_file: c_file") {
  sink_fixture fixture = sink_of<owned_sink>(
      "scripted", fails | is_interrupted | is_lazy, {256, 4096});
  fixture.can &= ~static_cast<unsigned>(clears_errors);
  check_rows(fixture, "clears errors, keeps errors, reenters, throws");
}

TEST_CASE("driver/rows_c_file: any_writer that owns a c_file") {
  check_rows(sink_of<any_sink>("scripted", fails | is_interrupted | is_lazy,
                               {256, 4096}),
             "clears errors, reenters, throws");
}

TEST_CASE("driver/rows_c_file: FILE* and any_reader that owns a c_file") {
  check_rows(source_of<plain_source>("<FILE>", fails | is_interrupted),
             "closes, is prompt, keeps errors, moves, reads, tells places, "
             "throws");
  check_rows(source_of<any_source>("scripted", fails | is_interrupted),
             "is prompt, moves, tells places, throws");
}

#endif
