// test/stream/copy_self_test.cpp: copies from a file to another place in the
// same file, by every pair of handle, reader and writer.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/copy/copy.h>

#include <filesystem>  // create_hard_link
#include <string>

#include "support/files.h"

using rill::error_code;
using rill::file;
using rill::library_problem;
using rill_test::content_of;
using rill_test::set_content;

TEST_CASE("stream/copy_self: a file onto itself") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  auto const copied = [&](long long from, long long to,
                          unsigned long long limit) {
    set_content(path, "0123456789");
    file const source = file::open(path);
    file const sink = file::update(path);
    source.seek(from);
    sink.seek(to);
    auto const done = rill::try_copy(source, sink, {.limit = limit});
    if (done) return content_of(path);
    CHECK((done.error().code() == error_code(library_problem::overlap)));
    CHECK(content_of(path) == "0123456789");
    return std::string(done.error().what()).substr(0, 4);
  };
  CHECK(copied(0, 0, ~0ull) == "copy");
  CHECK(copied(0, 5, ~0ull) == "copy");
  CHECK(copied(0, 9, ~0ull) == "copy");
  CHECK(copied(5, 1, ~0ull) == "copy");
  CHECK(copied(0, 10, ~0ull) == "01234567890123456789");
  CHECK(copied(0, 12, 3) == std::string("0123456789\0\0", 12) + "012");
  CHECK(copied(5, 0, ~0ull) == "5678956789");
  CHECK(copied(0, 5, 5) == "0123401234");
  CHECK(copied(0, 5, 6) == "copy");
  CHECK(copied(10, 3, ~0ull) == "0123456789");
  CHECK(copied(30, 3, ~0ull) == "0123456789");
  CHECK(copied(0, 0, 0) == "0123456789");
  // Appended to itself, a file doubles once; the new bytes are not copied
  // again.
  set_content(path, "0123456789");
  CHECK(rill::copy(file::open(path), file::append(path)) == 10);
  CHECK(content_of(path) == "01234567890123456789");
  // A hard link is the same file.
  std::filesystem::create_hard_link(path, folder / "link");
  CHECK(!rill::try_copy(file::open(path), file::update(folder / "link")));
  // Two handles of one open file share one position.
  file const one = file::update(path);
  CHECK(!rill::try_copy(one, one.duplicate()));
}

TEST_CASE("stream/copy_self: a file onto itself, some of it read ahead") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  // Copies a reader's bytes from `from` on into the same file at `to` (-1: at
  // its end). If `held` is not empty, the sink is a writer that holds these
  // bytes.
  auto const copied = [&](std::size_t from, long long to,
                          std::size_t buffer_size, char const* held) {
    set_content(path, "0123456789");
    rill::file_reader in(path, buffer_size);
    REQUIRE(in.more());
    for (std::size_t i = 0; i != from; ++i)
      if (in.available() != 0 || in.more()) in.advance_to(in.cursor() + 1);
    file sink = to < 0 ? file::append(path) : file::update(path);
    if (to > 0) sink.seek(to);
    auto const copy = [&](auto& out) {
      auto const done = rill::try_copy(in, out);
      if (done) CHECK(*done == 10 - from + std::string(held).size());
      return bool(done);
    };
    bool is_done;
    if (*held != '\0') {
      rill::file_writer out(static_cast<file&&>(sink), 4);
      out.write(held);
      is_done = copy(out);
      out.close();
    } else {
      is_done = copy(sink);
    }
    if (!is_done) CHECK(content_of(path).substr(0, 10) == "0123456789");
    return is_done ? content_of(path) : std::string("apart");
  };
  for (std::size_t const size : {1u, 4u, 7u, 64u}) {
    CAPTURE(size);
    CHECK(copied(0, -1, size, "") == "01234567890123456789");
    CHECK(copied(1, -1, size, "") == "0123456789123456789");
    CHECK(copied(0, 10, size, "") == "01234567890123456789");
    CHECK(copied(6, 1, size, "") == "0678956789");
    CHECK(copied(2, -1, size, "ab") == "0123456789ab23456789ab");
    CHECK(copied(0, 9, size, "") == "apart");
    CHECK(copied(0, 5, size, "") == "apart");
    CHECK(copied(6, 5, size, "") == "apart");
  }
}
