// test/scan/scanned_sight_test.cpp: what a file sees of types that it scans.
#include <doctest/doctest.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace sights {

struct bare {
  int a, b;
};
struct lined {
  int a, b;
};
RILL_FIELDS(lined, a, b)
enum class named { one };
RILL_ENUM(named, one)
struct hooked {
  int a;
  friend void rill_scan(auto& in, hooked& h) { in(h.a); }
};
struct hooked_by_reader {
  int a;
  friend void rill_scan(rill::reader& in, hooked_by_reader& h) {
    rill::scan(in, h.a);
  }
};
struct printed {
  int a;
  friend void rill_print(auto& out, printed const& h) { out(h.a); }
};
// A container with itself as its type of values.
struct nested {
  using value_type = nested;
  int a;
};

}  // namespace sights

using rill::detail::scan_sight_of;
using rill::detail::scan_sight_of_elements;

TEST_CASE("scan/scanned_sight: is 0 for what definitions of types decide") {
  using namespace sights;
  CHECK(scan_sight_of<int> == 0);
  CHECK(scan_sight_of<std::string> == 0);
  CHECK(scan_sight_of<bare> == 0);
  CHECK(scan_sight_of<std::vector<bare>> == 0);
  CHECK(scan_sight_of<printed> == 0);
}

TEST_CASE("scan/scanned_sight: differs for each form that a program adds") {
  using namespace sights;
  rill::detail::sight const all[] = {scan_sight_of<lined>, scan_sight_of<named>,
                                     scan_sight_of<hooked>,
                                     scan_sight_of<hooked_by_reader>};
  for (std::size_t i = 0; i != 4; ++i) {
    CHECK(all[i] != 0);
    for (std::size_t j = 0; j != i; ++j) CHECK(all[i] != all[j]);
  }
  CHECK(scan_sight_of<std::vector<hooked>> != 0);
  CHECK(scan_sight_of<std::tuple<int, std::optional<named>>> != 0);
}

TEST_CASE("scan/scanned_sight: contains the elements of rows") {
  using namespace sights;
  CHECK(scan_sight_of_elements<std::vector<std::vector<hooked>>>() != 0);
  CHECK(scan_sight_of_elements<std::vector<int>>() == 0);
  CHECK(scan_sight_of_elements<nested>() == scan_sight_of<nested>);
}

TEST_CASE("scan/scanned_sight: an item without a sight keeps its type") {
  using namespace sights;
  using rill::detail::seen_item;
  CHECK(std::is_same_v<seen_item<int>::type, int>);
  CHECK(std::is_same_v<seen_item<std::string const>::type, std::string const>);
  CHECK_FALSE(std::is_same_v<seen_item<hooked>::type, hooked>);
}
