// test/stream/any_reader_test.cpp: readers that own any source.
// covers: stream/any_reader.h
#include <doctest/doctest.h>
#include <rill/any.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "support/files.h"

using rill::any_reader;

namespace {

std::string numbers() {
  std::string all;
  for (int i = 0; i < 3000; ++i)
    all += std::to_string(i * i) + (i % 10 == 9 ? "\n" : " ");
  return all;
}

// Reads half of the numbers, moves the reader, and reads the others by lines.
void check_numbers(any_reader in) {
  CHECK(in.is_open());
  for (int i = 0; i < 1500; ++i) CHECK(rill::read<int>(in) == i * i);
  any_reader moved(std::move(in));
  CHECK(!in.is_open());
  CHECK(!in.try_at_end());
  int i = 1499;
  for (auto line : rill::lines(moved))
    for (int value : rill::values<int>(line)) {
      ++i;
      CHECK(value == i * i);
    }
  CHECK(i == 2999);
  CHECK(moved.at_end());
}

}  // namespace

TEST_CASE(
    "stream/any_reader: every kind of source gives the bytes that it has") {
  rill_test::folder const folder;
  std::string const path = folder / "in";
  std::string const all = numbers();
  rill_test::set_content(path, all);
  SUBCASE("readers") {
    for (std::size_t size : {1u, 2u, 16u, 4096u})
      check_numbers(rill::file_reader(path, size));
    check_numbers(rill::from(all));
    rill::file_reader variable(path);
    check_numbers(variable);
    CHECK(variable.at_end());
  }
  SUBCASE("files") {
    check_numbers(rill::file::open(path));
    check_numbers(rill::load(path));
  }
  SUBCASE("C's streams") {
    check_numbers(rill::c_file::open(path));
    FILE* const stream = ::fopen(path.c_str(), "r");
    check_numbers(stream);
    CHECK(::fgetc(stream) == EOF);
    ::rewind(stream);
    check_numbers(rill::c_file_view(stream));
    ::fclose(stream);
  }
  SUBCASE("C++'s streams") {
    check_numbers(std::ifstream(path));
    std::istringstream variable(all);
    check_numbers(variable);
    std::stringbuf buffer(all);
    check_numbers(rill::streambuf_view(buffer));
  }
  SUBCASE("pointers") {
    check_numbers(std::make_unique<rill::file_reader>(path));
    check_numbers(std::make_unique<rill::locked<rill::file_reader>>(path));
    check_numbers(any_reader::of<rill::file_reader>(path));
  }
  SUBCASE("callables") {
    for (std::size_t most : {1u, 7u, 100000u})
      check_numbers([&all, most, done = std::size_t{0}](
                        char* room, std::size_t size) mutable {
        std::size_t const some =
            all.copy(room, size < most ? size : most, done);
        done += some;
        return some;
      });
  }
}

TEST_CASE(
    "stream/any_reader: a reader that is a variable goes on where it ended") {
  rill::memory_reader variable = rill::from("1 2 3 4");
  CHECK(rill::read<int>(variable) == 1);
  {
    any_reader lent = variable;
    CHECK(rill::read<int>(lent) == 2);
    any_reader moved = std::move(lent);
    CHECK(rill::read<int>(moved) == 3);
  }
  CHECK(rill::read<int>(variable) == 4);
}

TEST_CASE(
    "stream/any_reader: what a stream's range did not take is given back") {
  std::istringstream stream("12 34");
  {
    any_reader lent = stream;
    CHECK(rill::read<int>(lent) == 12);
  }
  int next = 0;
  stream >> next;
  CHECK(next == 34);
}

TEST_CASE("stream/any_reader: a place and an error are those of the source") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "in", "1 2\n3 x\n");
  any_reader in = rill::file_reader(folder / "in", 2);
  int a, b, c, d;
  rill::scan_result const got = rill::try_scan(in, a, b, c, d);
  REQUIRE(!got);
  CHECK(got.error().line() == 2);
  CHECK(got.error().column() == 3);
  CHECK(std::string(got.error().what()).rfind(folder / "in", 0) == 0);
  any_reader broken = rill::file_reader(rill::file::open("/"));
  CHECK_THROWS_AS((void)rill::read<int>(broken), rill::error);
  CHECK(broken.error());
}

TEST_CASE("stream/any_reader: closed and moved from") {
  any_reader none;
  CHECK(!none.is_open());
  CHECK(!none.try_at_end());
  CHECK(none.error() == rill::library_problem::closed);
  none = rill::from("7");
  CHECK(rill::read<int>(none) == 7);
  none.close();
  none.close();
  CHECK(!none.try_at_end());
  static_assert(!std::is_copy_constructible_v<any_reader>);
  static_assert(!std::is_convertible_v<int, any_reader>);
  static_assert(std::is_nothrow_move_constructible_v<any_reader>);
}

TEST_CASE("stream/any_reader: a vector of them") {
  std::vector<any_reader> all;
  for (int i = 0; i < 10; ++i)
    all.push_back([i](char* room, std::size_t) mutable {
      room[0] = static_cast<char>('0' + i);
      room[1] = ' ';
      return std::exchange(i, 0) == 0 ? 0 : 2;
    });
  all.erase(all.begin());
  for (int i = 1; i < 10; ++i)
    CHECK(rill::read<int>(all[static_cast<std::size_t>(i) - 1]) == i);
}
