// test/stream/position_test.cpp: lines and columns against a count byte by
// byte.
// covers: stream/file_reader.h
#include <doctest/doctest.h>
#include <rill/stream/file_reader.h>

#include <random>
#include <string>

#include "../support/files.h"
#include "../support/pipe.h"

namespace {

rill::source_position counted(std::string const& text,
                              rill::source_position at = {}) {
  for (char c : text) {
    ++at.column;
    if (c == '\n') {
      ++at.line;
      at.column = 0;
    }
  }
  return at;
}

std::string random_text(std::mt19937& random, std::size_t size) {
  std::string text(size, '\0');
  for (char& c : text) c = "ab\n\r\t\xff\0x"[random() % 8];
  return text;
}

bool same(rill::source_position a, rill::source_position b) {
  return a.line == b.line && a.column == b.column;
}

}  // namespace

TEST_CASE("stream/reader: count_lines agrees with a plain count") {
  std::mt19937 random(3);
  for (int i = 0; i != 3000; ++i) {
    std::string const text = random_text(random, random() % 70);
    std::string const next = random_text(random, random() % 5);
    rill::source_position at;
    rill::detail::count_lines(at, {text.data(), text.size()});
    rill::detail::count_lines(at, {next.data(), next.size()});
    REQUIRE(same(at, counted(text + next)));
  }
}

TEST_CASE("stream/reader: an offset of a file is found by reading it") {
  rill_test::folder const folder;
  std::mt19937 random(4);
  std::string const text = random_text(random, 20'000);
  rill_test::set_content(folder / "f", text);
  rill::file file = rill::file::open(folder / "f");
  auto const handle = file.native_handle();
  for (std::size_t offset : {0u, 1u, 4095u, 4096u, 4097u, 12'345u, 20'000u})
    CHECK(same(
        rill::detail::position_in_file(handle, static_cast<long long>(offset)),
        counted(text.substr(0, offset))));
  CHECK(rill::detail::position_in_file(handle, 20'001).line == 0);
  CHECK(rill::detail::offset_in_file(handle) == 0);
  file.seek(77);
  CHECK(rill::detail::offset_in_file(handle) == 77);
  file.close();
  CHECK(rill::detail::offset_in_file(handle) == -1);
}

TEST_CASE("stream/reader: a pipe has no offset") {
  rill_test::pipe const ends;
  CHECK(rill::detail::offset_in_file(ends.reading.native_handle()) == -1);
}
