// test/cstdio/standard_test.cpp: in(), out() and err(), in processes of
// their own.
// platforms: posix
// covers: cstdio/standard_streams.h
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/cstdio/standard_streams.h>
#include <unistd.h>  // dup2

#include <string>

#include "../support/child.h"
#include "../support/files.h"

namespace {

// Runs `work` with a file as its descriptor 0, 1 or 2.
template <class Work>
int with_file_as(int descriptor, std::string const& path, Work work) {
  return rill_test::status_of_child([&] {
    int const file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
    ::dup2(file, descriptor);
    return work();
  });
}

}  // namespace

TEST_CASE(
    "cstdio/standard_streams: in reads its descriptor, and knows its lines") {
  rill_test::folder const folder;
  std::string const path = folder / "in";
  std::string text;
  for (int i = 0; i != 1000; ++i) text += std::to_string(i) + '\n';
  rill_test::set_content(path, text + "abc\n");
  int const status = with_file_as(0, path, [] {
    long sum = 0;
    int n = 0;
    rill::scan_result how;
    while ((how = rill::try_scan(rill::in(), n))) sum += n;
    if (sum != 499'500 || how.at_end()) return 1;
    if (!std::string(how.error().what())
             .starts_with("<stdin>:1001:1: expected an integer, found \"a"))
      return 2;
    std::string word;
    if (!rill::try_scan(rill::in(), word) || word != "abc") return 3;
    return rill::try_scan(rill::in(), word).at_end() ? 42 : 4;
  });
  CHECK(status == 42);
}

TEST_CASE(
    "cstdio/standard_streams: out collects and is flushed, err gives each line "
    "at once") {
  rill_test::folder const folder;
  std::string const out = folder / "out";
  CHECK(with_file_as(1, out, [&] {
          for (int i = 0; i != 100; ++i) rill::println(rill::out(), i);
          rill::out().flush();
          return rill::out().error() ? 1 : 42;
        }) == 42);
  std::string want;
  for (int i = 0; i != 100; ++i) want += std::to_string(i) + '\n';
  CHECK(rill_test::content_of(out) == want);

  std::string const err = folder / "err";
  CHECK(with_file_as(2, err, [&] {
          rill::print(rill::err(), "a line\nand ");
          if (rill_test::content_of(err).substr(0, 7) != "a line\n") return 1;
          rill::println(rill::err(), "another");
          return rill_test::content_of(err) == "a line\nand another\n" ? 42 : 2;
        }) == 42);
}

TEST_CASE("cstdio/standard_streams: scan without a source reads C's stdin") {
  rill_test::folder const folder;
  std::string const path = folder / "in";
  rill_test::set_content(path, "1 2 x 3\n4 word\nlast line\n5 y");
  int const status = with_file_as(0, path, [] {
    int a = 0, b = 0;
    if (!rill::scan(a, b) || a != 1 || b != 2) return 1;
    if (::getchar() != ' ' || ::getchar() != 'x') return 2;
    if (rill::read<int>() != 3) return 3;
    auto const [four, word] = rill::read<int, std::string>();
    if (four != 4 || word != "word" || ::getchar() != '\n') return 4;
    std::string line;
    if (!rill::scan(rill::line(line)) || line != "last line") return 5;
    auto const v = rill::try_read<int, int>(stdin);
    if (v || v.error().line() != 4 || v.error().column() != 3) return 6;
    if (std::string(v.error().what()) !=
        "<stdin>:4:3: expected an integer, found \"y\"\n5 y\n  ^")
      return 7;
    return ::getchar() == 'y' ? 42 : 8;
  });
  CHECK(status == 42);
}
