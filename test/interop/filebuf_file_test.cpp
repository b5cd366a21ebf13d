// test/interop/filebuf_file_test.cpp: owned filebufs, and views of streambufs.
// covers: rill/interop/filebuf.h
// covers: rill/interop/streambuf_view.h
#include <doctest/doctest.h>

#include <errno.h>
#include <rill/iostream.h>

#include <istream>
#include <ostream>
#include <sstream>
#include <string>

#include "support/files.h"

using rill::filebuf_file;
using rill_test::content_of;
using rill_test::set_content;

TEST_CASE("interop/filebuf: the verbs") {
  rill_test::folder const folder;
  std::string const path = folder / "text";
  auto out = filebuf_file::create(path);
  rill::print(out, "one\n");
  out.close();
  CHECK(content_of(path) == "one\n");
  CHECK_THROWS_AS((void)filebuf_file::create_new(path), rill::error);
  auto more = filebuf_file::append(path);
  rill::println(more, 2);
  more.close();
  CHECK(content_of(path) == "one\n2\n");
  auto update = filebuf_file::update(path);
  std::string word;
  CHECK(rill::scan(update, word));
  CHECK(word == "one");
  auto in = filebuf_file::open(path);
  int n = 0;
  CHECK(rill::scan(in, word, n));
  CHECK(n == 2);
  CHECK(!rill::scan(in, n));
  auto unnamed = filebuf_file::temporary(folder.path());
  rill::print(unnamed, 1);
  unnamed.close();
  CHECK(!filebuf_file::try_open(folder / "none"));
  filebuf_file emptied(path);
  CHECK(content_of(path).empty());
  rill::print(emptied, 3);
  emptied.close();
  CHECK(content_of(path) == "3");
  filebuf_file small(path, std::size_t{1});
  rill::print(small, 45);
  small.close();
  CHECK(content_of(path) == "45");
  CHECK_THROWS_AS(filebuf_file((folder / "no") + "/file"), rill::error);
}

TEST_CASE("interop/filebuf: opened for the other direction") {
  rill_test::folder const folder;
  std::string const path = folder / "text";
  auto out = filebuf_file::create(path);
  int n = 7;
  CHECK_THROWS_AS(rill::scan(out, n), rill::error);
  CHECK_THROWS_AS(
      [&] {
        for (std::string_view line : rill::lines(out)) n += line.empty();
      }(),
      rill::error);
  CHECK(n == 7);
  rill::print(out, 12);
  filebuf_file moved = static_cast<filebuf_file&&>(out);
  moved.close();
  auto in = filebuf_file::open(path);
  try {
    rill::print(in, 1);
    in.flush();
    CHECK(false);
  } catch (rill::error const& wrong) {
    CHECK(wrong.code() == rill::os::c_error(EBADF));
  }
  CHECK(rill::scan(in, n));
  CHECK(n == 12);
  rill::file both = rill::file::update(path);
  filebuf_file over(static_cast<rill::file&&>(both));
  CHECK(rill::scan(over, n));
  filebuf_file named(rill::file::update(path), "w+");
  rill::print(named, 5);
  named.close();
}

TEST_CASE("interop/filebuf: each size of buffer, with << in between") {
  rill_test::folder const folder;
  std::string const path = folder / "text";
  for (std::size_t size : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 16u, 17u, 4096u}) {
    std::string expected;
    auto out = filebuf_file::create(path, size);
    std::ostream stream(out.rdbuf());
    for (int i = 0; i != 300; ++i) {
      rill::print(out, i, ' ', "word ");
      stream << -i << '\n';
      expected += std::to_string(i) + " word " + std::to_string(-i) + "\n";
    }
    out.close();
    CHECK((content_of(path) == expected));
    auto in = filebuf_file::open(path, size);
    std::istream other(in.rdbuf());
    bool all = true;
    for (int i = 0; i != 300; ++i) {
      int a = 0, b = 0;
      std::string word;
      all = all && rill::scan(in, a, word) && bool(other >> b);
      all = all && a == i && b == -i && word == "word";
    }
    CHECK(all);
  }
}

TEST_CASE("interop/filebuf: closed, moved, and over a file") {
  rill_test::folder const folder;
  std::string const path = folder / "text";
  auto first = filebuf_file::create(path);
  rill::print(first, "a");
  filebuf_file second(static_cast<filebuf_file&&>(first));
  CHECK(!first.is_open());
  CHECK_THROWS_AS(rill::print(first, "x"), rill::error);
  rill::print(second, "b");
  filebuf_file third;
  CHECK_THROWS_AS(rill::print(third, "x"), rill::error);
  int n = 0;
  CHECK_THROWS_AS(rill::scan(third, n), rill::error);
  third = static_cast<filebuf_file&&>(second);
  rill::print(third, "c");
  third.close();
  third.close();
  CHECK(content_of(path) == "abc");
  filebuf_file over(rill::file::append(path));
  rill::print(over, "d");
  over.close();
  CHECK(content_of(path) == "abcd");
  rill::file wrong = rill::file::open(path);
  CHECK_THROWS_AS(filebuf_file(static_cast<rill::file&&>(wrong), "nonsense"),
                  rill::error);
  CHECK(wrong.is_open());
}

#if defined(__linux__)  // /dev/full

// Prints more than a buffer, and throws.
struct long_and_thrown {
  friend void rill_print(auto& out, long_and_thrown const&) {
    for (int i = 0; i != 3000; ++i) out("0123456789");
    throw 7;
  }
};

TEST_CASE("interop/filebuf: a hook throws while the disk is full") {
  filebuf_file out(rill::file::append("/dev/full"));
  CHECK_THROWS_AS(rill::print(out, long_and_thrown()), int);
  rill::result<void> const closed = out.try_close();
  REQUIRE(!closed);
  CHECK(closed.error().code() ==
        rill::error_code(rill::error_source::system, ENOSPC));
}

#endif

TEST_CASE("interop/filebuf: ranges") {
  rill_test::folder const folder;
  std::string const path = folder / "text";
  set_content(path, "1 2\n3\n");
  int sum = 0;
  for (int n : rill::values<int>(filebuf_file::open(path))) sum += n;
  CHECK(sum == 6);
  auto in = filebuf_file::open(path, 2);
  std::string all;
  for (std::string_view line : rill::lines(in)) all += std::string(line) + '|';
  CHECK(all == "1 2|3|");
}

TEST_CASE("interop/filebuf: the areas of its buffer") {
  rill_test::folder const folder;
  std::string const path = folder / "text";
  auto out = filebuf_file::create(path, 4096);
  CHECK(put_area(out).size() == 0);
  rill::print(out, "a");
  auto const room = put_area(out);
  if (room.size() != 0) {
    *room.cursor = 'b';
    advance_put_area(out, room.cursor + 1);
  }
  out.close();
  CHECK(put_area(out).size() == 0);
  auto in = filebuf_file::open(path, 4096);
  char letter = 0;
  CHECK(rill::scan(in, letter));
  auto const rest = get_area(in);
  if (rest.size() != 0) {
    CHECK(*rest.cursor == 'b');
    advance_get_area(in, rest.end);
  }
  CHECK(!rill::scan(in, letter));
}

TEST_CASE("interop/streambuf_view: prints and scans") {
  std::stringbuf buffer;
  rill::streambuf_view const view(buffer);
  rill::print(view, 1, " two ", 3.5);
  rill::println(rill::streambuf_view(&buffer), std::string(9000, 'x'));
  rill::flush(view);
  int n = 0;
  std::string word, rest;
  CHECK(rill::scan(view, n, word));
  CHECK(word == "two");
  CHECK(rill::read<double>(view) == 3.5);
  for (std::string_view line : rill::lines(view)) rest += line;
  CHECK(rest == std::string(9000, 'x'));
}
