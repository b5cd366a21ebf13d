// test/trace/traced_file_test.cpp: files that measure their calls.
// platforms: posix
#include <doctest/doctest.h>
#include <errno.h>
#include <rill/file.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/trace.h>

#include <string>
#include <utility>  // std::move

#include "support/files.h"
#include "support/lost_output.h"
#include "support/trace_events.h"

using rill::trace_call;
using rill::traced;
using rill::traced_file;
using rill_test::kept_events;

namespace {

// Checks the last event that was kept.
void check_last(kept_events const& events, trace_call call,
                unsigned long long offset, unsigned long long asked,
                unsigned long long bytes, int number = 0) {
  REQUIRE(!events.all.empty());
  auto const& last = events.all.back();
  CHECK(last.call == call);
  CHECK(last.offset == offset);
  CHECK(last.asked == asked);
  CHECK(last.bytes == bytes);
  CHECK(last.error.number == number);
}

}  // namespace

TEST_CASE("trace/traced_file: each call, its place and its bytes") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  kept_events events;
  auto file =
      traced(rill::file::create(path, {.read = true}), {.to = events.keeper()});
  CHECK(file.name() == path);
  file.write("0123456789");
  check_last(events, trace_call::drain, 0, 10, 10);
  CHECK(events.all[0].name == path);
  CHECK(file.write_some("ab") == 2);
  check_last(events, trace_call::drain, 10, 2, 2);
  file.writev("cd", std::string("e"), "");
  check_last(events, trace_call::drain, 12, 3, 3);
  file.pwrite("XY", 1);
  check_last(events, trace_call::drain, 1, 2, 2);
  CHECK(file.position() == 15);
  check_last(events, trace_call::seek, 15, 0, 0);
  CHECK(file.seek(2) == 2);
  check_last(events, trace_call::seek, 2, 0, 0);
  char room[20];
  CHECK(file.read(room, 4) == 4);
  check_last(events, trace_call::fill, 17, 4, 4);
  CHECK(rill::text(room, 4) == "Y345");
  CHECK(file.read_some(room, 20) == 9);
  check_last(events, trace_call::fill, 21, 20, 9);
  CHECK(file.read(room, 20) == 0);
  check_last(events, trace_call::fill, 30, 20, 0);
  CHECK(file.pread(room, 3, 0) == 3);
  check_last(events, trace_call::fill, 0, 3, 3);
  CHECK(rill::text(room, 3) == "0XY");
  file.seek(0);
  char first[2];
  char second[3];
  CHECK(file.readv(first, second) == 5);
  check_last(events, trace_call::fill, 33, 5, 5);
  CHECK(file.seek_to_end() == 15);
  check_last(events, trace_call::seek, 15, 0, 0);
  file.truncate(7);
  check_last(events, trace_call::truncate, 7, 0, 0);
  file.sync();
  check_last(events, trace_call::sync, 38, 0, 0);
  file.sync_data();
  CHECK(events.count(trace_call::sync) == 2);
  CHECK(is_summary_of(file.summary(), events));
  file.close();
  CHECK(events.count(trace_call::close) == 1);
  CHECK(!file.is_open());
  CHECK(file.try_close());
  CHECK(events.count(trace_call::close) == 1);
  CHECK(rill_test::content_of(path) == "0XY3456");
}

TEST_CASE("trace/traced_file: errors of each call") {
  kept_events events;
  traced_file file(rill::file_view(-1, "closed"), {.to = events.keeper()});
  char byte = 0;
  CHECK_THROWS_AS(file.write("abc"), rill::error);
  check_last(events, trace_call::drain, 0, 3, 0, EBADF);
  CHECK(!file.try_write_some("a"));
  check_last(events, trace_call::drain, 0, 1, 0, EBADF);
  CHECK(!file.try_writev("a", "b"));
  check_last(events, trace_call::drain, 0, 2, 0, EBADF);
  CHECK(!file.try_pwrite("a", 5));
  check_last(events, trace_call::drain, 5, 1, 0, EBADF);
  CHECK(!file.try_read(&byte, 1));
  check_last(events, trace_call::fill, 0, 1, 0, EBADF);
  CHECK(!file.try_read_some(&byte, 1));
  CHECK(!file.try_pread(&byte, 1, 3));
  check_last(events, trace_call::fill, 3, 1, 0, EBADF);
  CHECK(!file.try_seek(1));
  check_last(events, trace_call::seek, 0, 0, 0, EBADF);
  CHECK(!file.try_truncate(1));
  check_last(events, trace_call::truncate, 1, 0, 0, EBADF);
  CHECK(!file.try_sync());
  check_last(events, trace_call::sync, 0, 0, 0, EBADF);
  CHECK_THROWS_AS(rill::println(file, "a ", 1), rill::error);
  check_last(events, trace_call::drain, 0, 4, 0, EBADF);
  CHECK(is_summary_of(file.summary(), events));
}

TEST_CASE("trace/traced_file: a write that stops in the middle") {
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  auto const before = rill::os::call;
  static int calls;
  calls = 0;
  rill::os::call.write = [](int handle, void const* data, std::size_t size) {
    if (calls++ != 0) {
      errno = ENOSPC;
      return ssize_t{-1};
    }
    return ::write(handle, data, size / 2);
  };
  kept_events events;
  auto file = traced(rill::file(pipe[1]), {.to = events.keeper()});
  rill::result<void> const done = file.try_write("0123456789");
  rill::os::call = before;
  REQUIRE(!done);
  CHECK(done.error().written() == 5);
  check_last(events, trace_call::drain, 0, 10, 5, ENOSPC);
  ::close(pipe[0]);
}

TEST_CASE("trace/traced_file: a print is one write") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill::file plain = rill::file::create(path);
  {
    kept_events events;
    auto file = traced(plain, {.to = events.keeper()});
    rill::println(file, "x = ", 1, ", y = ", 2.5);
    check_last(events, trace_call::drain, 0, 15, 15);
    rill::print(file, "abc");
    check_last(events, trace_call::drain, 15, 3, 3);
    file.close();
    CHECK(events.count(trace_call::close) == 0);
    CHECK_THROWS_AS(rill::print(file, 1), rill::error);
  }
  CHECK(plain.is_open());
  traced_file moved(std::move(plain));
  traced_file other(std::move(moved));
  CHECK(!moved.is_open());
  rill::print(other, 1);
  moved = std::move(other);
  rill::print(moved, 2);
  CHECK(moved.summary()[trace_call::drain].calls() == 2);
  CHECK(rill_test::content_of(path) == "x = 1, y = 2.5\nabc12");
}

TEST_CASE("trace/traced_file: the time is the clock's") {
  auto const before = rill::os::clock_call;
  static long now;
  now = 0;
  rill::os::clock_call.clock_gettime = [](clockid_t, timespec* out) {
    now += 1000;
    *out = {0, now};
    return 0;
  };
  traced_file file(rill::file_view(-1));
  for (int i = 0; i != 3; ++i) (void)file.try_write("a");
  rill::os::clock_call = before;
  auto const& drains = file.summary()[trace_call::drain];
  CHECK(drains.calls() == 3);
  CHECK(drains.nanoseconds.sum() == 3000);
  CHECK(drains.nanoseconds.most() == 1000);
}

// Tests of writers over a device that is always full.

TEST_CASE("trace/traced_file: an error that a writer keeps is recorded once") {
  rill::file const full = rill::file::append("/dev/full");
  char room[8];
  rill::detail::standard_writer inside(full.native_handle(), room, sizeof room,
                                       rill::detail::writing::by_block, false);
  kept_events events;
  auto out = traced(inside, {.to = events.keeper()});
  for (int i = 0; i != 3; ++i) rill::print(out, "0123456789");
  REQUIRE(!events.all.empty());
  CHECK(events.all[0].error.number == ENOSPC);
  CHECK(out.summary()[trace_call::drain].errors == 1);
  CHECK(out.error().number == ENOSPC);
}

TEST_CASE("trace/traced_file: an error of a stream of others") {
  rill_test::lost_output const lost;
  kept_events events;
  auto out = traced(rill::c_file(rill::file::append("/dev/full")),
                    {.to = events.keeper()});
  CHECK_THROWS_AS(rill::print(out, std::string(100'000, 'x')), rill::error);
  REQUIRE(!events.all.empty());
  CHECK(events.all.back().error.number == ENOSPC);
  CHECK(events.bytes() == 0);
  (void)out.try_close();
  CHECK(events.all.back().call == trace_call::close);
}

TEST_CASE("trace/traced_file: an error of the destructor goes to the handler") {
  rill_test::lost_output const lost;
  kept_events events;
  rill::print(traced(rill::file_writer(rill::file::append("/dev/full")),
                     {.to = events.keeper()}),
              1);
  CHECK(lost.count() == 1);
  REQUIRE(events.all.size() == 1);
  CHECK(events.all[0].call == trace_call::close);
}
