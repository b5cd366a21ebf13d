// test/scan/types_test.cpp: rill/types.h included behind rill/scan.h.
#include <doctest/doctest.h>
#include <rill/scan.h>
// Included behind rill/scan.h, in alphabetical order.
#include <rill/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace {

enum class color { red, green };
struct point {
  int x;
  int y;
};

}  // namespace

TEST_CASE("scan/types: what scans without a line of the program's") {
  std::map<std::string, std::vector<int>> map;
  point p{};
  color shade{};
  std::optional<int> perhaps;
  std::chrono::seconds time{};
  int a = 0;
  int b = 0;
  rill::scan(rill::from(R"({"a": [1, 2]} point{3, 4} green none 5s (6, 7))"),
             map, p, shade, perhaps, time, std::tie(a, b));
  CHECK(rill::concat(map, p, shade, perhaps, time, a, b) ==
        R"({"a": [1, 2]}point{3, 4}greennone5s67)");
}
