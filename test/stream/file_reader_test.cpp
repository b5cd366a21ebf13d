// test/stream/file_reader_test.cpp: readers over files, pipes and files that
// the kernel generates.
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/file.h>

#include <string>
#include <utility>  // std::move

#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/pipe.h"

using rill::file_reader;
using rill_test::fake_device;

namespace {

std::string rest_of(rill::reader& in) {
  std::string all;
  while (in.peek(1).size != 0) {
    all.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  return all;
}

std::string many_lines() {
  std::string all;
  for (int i = 0; i != 3000; ++i) all += "line " + std::to_string(i) + "\n";
  return all;
}

// The line and column of the cursor, as an error gives them.
std::string place_of(rill::reader const& in) {
  rill::source_position at = in.locate();
  rill::detail::count_lines(at, in.history());
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace

TEST_CASE("stream/file_reader: a regular file at every buffer size") {
  rill_test::folder const folder;
  std::string const all = many_lines();
  rill_test::set_content(folder / "f", all);
  for (std::size_t size = 1; size <= 40; ++size) {
    file_reader in(folder / "f", size);
    CHECK((rest_of(in) == all));
    CHECK(!in.error());
  }
  file_reader in(folder / "f");
  CHECK((rest_of(in) == all));
}

TEST_CASE("stream/file_reader: places are found after many refills") {
  rill_test::folder const folder;
  std::string const all = many_lines();
  rill_test::set_content(folder / "f", all);
  file_reader in(folder / "f", 16);
  std::size_t line = 1, column = 0;
  for (std::size_t i = 0; !in.at_end(); ++i) {
    if (i % 611 == 0)
      CHECK(place_of(in) ==
            std::to_string(line) + ":" + std::to_string(column));
    ++column;
    if (*in.cursor() == '\n') ++line, column = 0;
    in.advance_to(in.cursor() + 1);
  }
  CHECK(line == 3001);
  CHECK(place_of(in) == "3001:0");
}

TEST_CASE("stream/file_reader: begins where the file stands") {
  rill_test::folder const folder;
  std::string const all = many_lines();
  rill_test::set_content(folder / "f", all);
  rill::file file = rill::file::open(folder / "f");
  file.seek(10'000);
  file_reader in(std::move(file), 16);
  CHECK((rest_of(in) == all.substr(10'000)));
  CHECK(place_of(in) == "3001:0");
}

TEST_CASE(
    "stream/file_reader: a pipe, written bit by bit; lines are counted "
    "as they go by") {
  rill_test::pipe ends;
  file_reader in(std::move(ends.reading), 16);
  std::string got;
  std::string const all = "one\ntwo\nthree and more\nfour\n";
  for (char c : all) {
    ends.writing.write({&c, 1});
    REQUIRE(in.more());  // does not wait for a full buffer
    got.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  CHECK(got == all);
  CHECK(place_of(in) == "5:0");
  ends.writing.close();
  CHECK(in.at_end());
  CHECK(!in.error());
}

TEST_CASE("stream/file_reader: files of /proc say they are empty") {
  file_reader in("/proc/self/status");
  std::string const all = rest_of(in);
  CHECK(all.starts_with("Name:"));
  CHECK(all.find("\nVmRSS") != std::string::npos);
}

TEST_CASE("stream/file_reader: short, interrupted and failing reads") {
  std::string const all = many_lines();
  for (int call : {0, 1, 2, 3, 17}) {
    fake_device device;
    device.input = all;
    device.on_read = [&](int now, std::size_t size) -> long {
      if (fake_device::knows_signals && now % 3 == 1) return -EINTR;
      if (fake_device::knows_signals && now % 5 == 1) return -EAGAIN;
      return now >= call ? -EIO : static_cast<long>((size + 1) / 2);
    };
    file_reader in(rill::file{fake_device::handle}, 16);
    std::string const got = rest_of(in);
    CHECK((in.error() == rill::error_code{rill::error_source::system, EIO}));
    CHECK(all.compare(0, got.size(), got) == 0);
    CHECK(got.size() == device.taken);
    int const reads = device.reads;
    CHECK(!in.more());
    CHECK(device.reads == reads);
  }
}

TEST_CASE("stream/file_reader: moving takes everything along") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "abcdef");
  file_reader first(folder / "f", 2);
  CHECK(first.peek(2).size == 2);
  first.advance_to(first.cursor() + 1);
  file_reader second(std::move(first));
  CHECK(!first.try_at_end());
  CHECK(!first.is_open());
  CHECK(*second.cursor() == 'b');
  file_reader third(folder / "f");
  third = std::move(second);
  CHECK(rest_of(third) == "bcdef");
  CHECK(!second.try_at_end());
  third.close();
  CHECK(!third.try_at_end());
  CHECK(!third.is_open());
}

TEST_CASE("stream/file_reader: what cannot be opened or read says so") {
  auto const missing = file_reader::try_open("/nonexistent/file");
  REQUIRE(!missing);
#if defined(_WIN32)
  CHECK(std::string(missing.error().what())
            .starts_with("open /nonexistent/file: ERROR_PATH_NOT_FOUND"));
#else
  CHECK(std::string(missing.error().what()) ==
        "open /nonexistent/file: No such file or directory");
  auto opened = file_reader::try_open("/");
  REQUIRE(bool(opened));  // a directory can be opened, not read
  CHECK(!opened->try_at_end());
  CHECK((opened->error() ==
         rill::error_code{rill::error_source::system, EISDIR}));
#endif
}
