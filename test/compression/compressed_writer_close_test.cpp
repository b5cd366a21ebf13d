// test/compression/compressed_writer_close_test.cpp: compressed_writers
// that are closed, that append to files, or that are made without exceptions.
// covers: compression/streams.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>
#include <rill/print.h>
#include <rill/stream/memory_writer.h>

#include <string>
#include <utility>

#include "../support/deflated.h"
#include "../support/files.h"

using rill::compressed_writer;
using rill::library_problem;
using rill_test::inflate_all;

namespace {

// A writer that counts its flushes.
struct counting : rill::writer {
  explicit counting(int& to) : writer(device, room, sizeof room), count(&to) {}
  static void drain(writer& base, char const*, std::size_t) {
    static_cast<counting&>(base).cursor_ = static_cast<counting&>(base).begin_;
  }
  static void flush_it(writer& base) { ++*static_cast<counting&>(base).count; }
  static constexpr rill::writer_device device{drain, flush_it};
  char room[4096];
  int* count;
};

}  // namespace

TEST_CASE(
    "compression/compressed_writer_close: closed, it leaves the target alone") {
  int flushes = 0;
  counting counted(flushes);
  compressed_writer out(counted, rill::gzip());
  compressed_writer moved(counted, rill::gzip());
  compressed_writer const other(std::move(moved));
  rill::print(out, "text");
  out.close();
  CHECK(flushes == 1);
  CHECK(!out.try_flush());
  CHECK(!out.try_sync());
  CHECK(!moved.try_flush());
  CHECK(bool(out.try_close()));
  CHECK(flushes == 1);
}

TEST_CASE(
    "compression/compressed_writer_close: one member is not appended to") {
  rill_test::folder const folder;
  auto const path = folder / "out";
  for (rill::compression const& how : {rill::zlib(), rill::deflate()}) {
    rill::file::create(path);
    compressed_writer::append(path, how).close();  // an empty file is accepted
    auto const refused = compressed_writer::try_append(path, how);
    REQUIRE(!refused);
    CHECK((refused.error().code() == library_problem::unusable_option));
  }
  rill::compressed_writer::append(path, rill::gzip()).close();
}

TEST_CASE("compression/compressed_writer_close: made without a throw") {
  std::string bytes;
  rill::string_writer to(bytes);
  auto made = compressed_writer::try_make(to, rill::gzip());
  REQUIRE(made);
  rill::print(*made, "text");
  made->close();
  CHECK((inflate_all(bytes) == "text"));
  CHECK(!compressed_writer::try_make(to, rill::gzip(11)));
  rill_test::folder const folder;
  auto const path = folder / "out";
  auto over =
      compressed_writer::try_make(rill::file::create(path), rill::zlib());
  REQUIRE(over);
  over->close();
  CHECK(!compressed_writer::try_make(rill::file::create(path), rill::zlib(-2)));
}
