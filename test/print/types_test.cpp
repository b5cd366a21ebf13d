// test/print/types_test.cpp: rill/types.h included before rill/scan.h.
#include <doctest/doctest.h>
#include <rill/print.h>

#include <string>
#include <vector>

namespace {

// A join of numbers does not need rill/types.h.
struct group {
  std::vector<int> numbers;
  friend auto rill_print(auto& out, group const& g) {
    return out(rill::join(g.numbers, "+"));
  }
};
static_assert(rill::printable<group>);

}  // namespace

#include <rill/types.h>
// Included behind rill/types.h, against the alphabetical order.
#include <rill/scan.h>

#include <map>
#include <optional>

namespace {

enum class color { red, green };
struct point {
  int x;
  int y;
};

}  // namespace

TEST_CASE("print/types: what prints without a line of the program's") {
  CHECK(rill::concat(std::vector{1, 2}, ' ', point{1, 2}, ' ', color::green) ==
        "[1, 2] point{1, 2} green");
  CHECK(rill::concat(std::map<std::string, std::optional<int>>{{"a", 1}}) ==
        R"({"a": 1})");
  static_assert(rill::printable<std::vector<point>>);
  static_assert(!rill::printable<std::vector<point*>*>);
}

TEST_CASE("print/types: behind a print of what needs no shape") {
  CHECK(rill::concat(group{{1, 2}}, group{{3}}.numbers) == "1+2[3]");
}

TEST_CASE("print/types: it scans where rill/scan.h comes behind") {
  std::vector<point> points;
  color shade{};
  rill::scan(rill::from("[point{1, 2}] green"), points, shade);
  CHECK(rill::concat(points, shade) == "[point{1, 2}]green");
  static_assert(rill::scannable<std::vector<point>>);
}
