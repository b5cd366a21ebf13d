// test/stream/borrowed_test.cpp: buffers over a file that stays open.
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <string>
#include <type_traits>
#include <utility>  // std::move
#include <vector>

#include "support/files.h"
#include "support/lost_output.h"
#include "support/pipe.h"

using rill::borrowed_reader;
using rill::borrowed_writer;

// Types that own a file do not accept one that the caller keeps.
static_assert(!std::is_constructible_v<rill::file_writer, rill::file&>);
static_assert(!std::is_constructible_v<rill::file_writer, rill::file const&>);
static_assert(!std::is_constructible_v<rill::file_writer, rill::file_view>);
static_assert(!std::is_constructible_v<rill::file_writer, borrowed_writer>);
static_assert(!std::is_constructible_v<rill::file_reader, rill::file&>);
static_assert(!std::is_constructible_v<rill::file_reader, rill::file_view>);
static_assert(!std::is_constructible_v<rill::file_update, rill::file&>);
static_assert(!std::is_constructible_v<rill::file_update, rill::file_view>);
static_assert(!std::is_constructible_v<borrowed_writer, rill::file_writer>);
// No borrowing type is made by an implicit conversion.
static_assert(!std::is_convertible_v<rill::file&, borrowed_writer>);
static_assert(!std::is_convertible_v<rill::file_view, borrowed_reader>);

TEST_CASE("stream/file_update: the file stays open, and the bytes are there") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  for (std::size_t buffer : {1u, 16u, 4096u}) {
    rill::file file = rill::file::create(path);
    std::string twin;
    for (int i = 0; i != 20; ++i) {
      {
        borrowed_writer out(file, buffer);
        rill::print(out, i, std::string(static_cast<std::size_t>(i), 'x'), ' ');
        CHECK(out.file().native_handle() == file.native_handle());
        CHECK(out.file().name().size == path.size());
      }
      twin += std::to_string(i) + std::string(static_cast<std::size_t>(i), 'x');
      twin += ' ';
      CHECK(file.position() == static_cast<long long>(twin.size()));
      file.write(rill::text("by itself "));
      twin += "by itself ";
    }
    CHECK(rill_test::content_of(path) == twin);
  }
}

TEST_CASE("stream/file_update: unread bytes go back") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "1 2 3 4 5 6 7 8 9");
  for (std::size_t buffer : {1u, 3u, 16u, 4096u}) {
    rill::file const file = rill::file::open(path);
    for (int i = 1; i != 10; ++i) {
      borrowed_reader in(file, buffer);
      int n = 0;
      rill::scan(in, n);
      CHECK(n == i);
      CHECK(in.file().native_handle() == file.native_handle());
    }
    CHECK(file.position() == 17);
    // They do not go back if the file's position has changed meanwhile.
    file.seek(0);
    {
      borrowed_reader in(file);
      CHECK(in.peek(1).size == 1);
      file.seek(4);
    }
    CHECK(file.position() == 4);
  }
}

TEST_CASE("stream/file_update: of a pipe what was read ahead is gone") {
  rill_test::pipe ends;
  {
    borrowed_writer out(ends.writing, 4);
    rill::print(out, "1 2 3 ");
  }
  {
    borrowed_reader in(ends.reading);
    int n = 0;
    rill::scan(in, n);
    CHECK(n == 1);
  }
  CHECK(ends.writing.is_open());
  ends.writing.write(rill::text("4"));
  ends.writing.close();
  char room[8];
  CHECK(ends.reading.read(room, 8) == 1);
  CHECK(room[0] == '4');
}

TEST_CASE("stream/file_update: move, with their bytes") {
  rill_test::folder const folder;
  rill_test::lost_output const lost;
  std::vector<rill::file> files;
  std::vector<borrowed_writer> all;
  std::vector<std::string> twins;
  for (int i = 0; i != 9; ++i) {
    files.push_back(rill::file::create(folder / std::to_string(i).c_str()));
    all.emplace_back(files.back(), 16);
    twins.emplace_back();
    for (std::size_t j = 0; j != all.size(); ++j) {
      rill::print(all[j], i, ',');
      twins[j] += std::to_string(i) + ',';
    }
  }
  all.erase(all.begin() + 3);
  std::swap(all[0], all[5]);
  rill::print(all[0], "end");
  twins[6] += "end";
  all[1] = std::move(all[2]);
  CHECK((all[2].error() == rill::library_problem::closed));
  CHECK(!all[2].try_flush());
  all[2].clear_error();
  CHECK((all[2].error() == rill::library_problem::closed));
  all.clear();
  for (std::size_t j = 0; j != twins.size(); ++j) {
    CHECK(files[j].is_open());
    CHECK(rill_test::content_of(folder / std::to_string(j).c_str()) ==
          twins[j]);
  }
  CHECK(lost.count() == 0);
  rill::file const file = rill::file::open(folder / "0");
  {
    borrowed_reader first(file);
    CHECK(first.peek(1).size == 1);
    borrowed_reader second(std::move(first));
    CHECK(!first.try_at_end());
    CHECK((first.error() == rill::library_problem::closed));
    int n = 7;
    rill::scan(second, n);
    CHECK(n == 0);
    first = std::move(second);
    rill::scan(first, ",", n);
    CHECK(n == 1);
  }
  CHECK(file.position() == 3);
}

TEST_CASE("stream/file_update: what cannot be written is reported once") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "123");
  rill::file const file = rill::file::open(path);
  rill_test::lost_output const lost;
  {
    borrowed_writer out(file);
    rill::print(out, "lost");
  }
  REQUIRE(lost.count() == 1);
  CHECK(lost.sentences()[0].find(path) != std::string::npos);
  {
    borrowed_writer out(file);
    rill::print(out, "lost");
    auto const flushed = out.try_flush();
    CHECK(!flushed);
    out.clear_error();
    CHECK(!out.try_sync());
  }
  CHECK(lost.count() == 1);
  {
    // A view without a file.
    borrowed_writer out{rill::file_view()};
    rill::print(out, "lost");
  }
  CHECK(lost.count() == 2);
  borrowed_reader in{rill::file_view()};
  CHECK(!in.try_at_end());
  CHECK(bool(in.error()));
}
