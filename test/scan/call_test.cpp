// A call of scan as a list of pointers to its items: it reads what its items
// read one by one, from every kind of source, and counts a literal as an item,
// but not white space alone.
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/types.h>

#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct point {
  int x = 0, y = 0;
  friend void rill_scan(auto& in, point& p) { in("(", p.x, ",", p.y, ")"); }
};

constexpr std::string_view input = "7 x 2.5 word c (3, 4) true [1, 2] 255 next";

struct values {
  int n = 0;
  double x = 0;
  std::string word;
  char c = ' ';
  point p;
  bool b = false;
  std::vector<int> list;
  unsigned hexadecimal = 0;

  bool are_right() const {
    return n == 7 && x == 2.5 && word == "word" && c == 'c' && p.x == 3 &&
           p.y == 4 && b && list == std::vector{1, 2} && hexadecimal == 0x255;
  }
};

// All items in one call, so that the call has many types.
template <class Source>
void reads_all(Source&& from) {
  values v;
  CHECK(rill::scan(from, v.n, "x", v.x, v.word, v.c, v.p, v.b, v.list,
                   rill::hex(v.hexadecimal)));
  CHECK(v.are_right());
  std::string next;
  CHECK(rill::scan(from, next));
  CHECK(next == "next");
  CHECK_FALSE(rill::scan(from, next));
}

FILE* file_of(std::string_view text) {
  FILE* const file = std::tmpfile();
  REQUIRE(file);
  std::fwrite(text.data(), 1, text.size(), file);
  std::rewind(file);
  return file;
}

}  // namespace

TEST_CASE("scan/scan: one list of every kind of item, from every source") {
  rill::memory_reader memory(input);
  reads_all(memory);
  reads_all(rill::from(input));
  std::istringstream stream{std::string(input)};
  reads_all(stream);
  rill::c_file owned(file_of(input));
  reads_all(owned);
  FILE* const file = file_of(input);
  reads_all(file);
  std::rewind(file);
  rill::c_file_view const view(file);
  reads_all(view);
  std::fclose(file);
  rill::locked<rill::c_file> locked(file_of(input));
  reads_all(locked);
  std::size_t done = 0;
  rill::callback_reader one_by_one([&](char* out, std::size_t) -> std::size_t {
    if (done == input.size()) return 0;
    *out = input[done++];
    return 1;
  });
  reads_all(one_by_one);
}

TEST_CASE("scan/scan: an imbued source keeps its locale in long calls") {
  constexpr rill::locale_data german{
      .decimal_point = ",", .thousands_separator = ".", .groups = {3}};
  rill::memory_reader memory("1.234.567 2,5 3,25 x 4,5");
  rill::imbued in(memory, german);
  int n = 0;
  double x = 0, y = 0, z = 0;
  CHECK(rill::scan(in, n, x, y, "x", z));
  CHECK(n == 1234567);
  CHECK((x == 2.5 && y == 3.25 && z == 4.5));
  rill::locked<rill::imbued<rill::memory_reader>> locked(
      rill::memory_reader("1,5 2,5 3,5"), german);
  CHECK(rill::scan(locked, x, y, z));
  CHECK((x == 1.5 && y == 2.5 && z == 3.5));
}

TEST_CASE("scan/scan: the first item that is wrong ends the call") {
  int a = 1, b = 2, c = 3;
  rill::memory_reader in("10 x 30");
  auto const result = rill::try_scan(in, a, b, c);
  CHECK_FALSE(result);
  CHECK_FALSE(result.at_end());
  CHECK((a == 10 && b == 2 && c == 3));
  CHECK(std::string_view(result.error().what()).find(":1:4: expected an int") !=
        std::string_view::npos);
  std::string rest;
  CHECK(rill::scan(in, rest));
  CHECK(rest == "x");
}

TEST_CASE("scan/scan: white space alone is no item, a literal is one") {
  int a = 0, b = 0, c = 0;
  rill::memory_reader blank(" \n");
  CHECK_FALSE(rill::scan(blank, " ", a, b, c));
  rill::memory_reader label("x \n");
  CHECK_THROWS_AS(rill::scan(label, "x", a, b, c), rill::error);
  rill::memory_reader wide("x 1 2 3");
  CHECK(rill::scan(wide, L"x", a, u" ", b, U"", c));
  CHECK((a == 1 && b == 2 && c == 3));
  rill::memory_reader other("x 1 y");
  CHECK_THROWS_AS(rill::scan(other, u8"x", a, u"z", b), rill::error);
}

TEST_CASE("scan/scan: calls without an item") {
  rill::memory_reader in("1");
  CHECK(rill::scan(in));
  CHECK(rill::try_scan(in));
  FILE* const file = file_of("1");
  CHECK(rill::scan(file));
  std::fclose(file);
}
