// test/shape/shape_test.cpp: the shape of each kind of container.
// covers: rill/shape/fields.h
// covers: rill/shape/holder.h
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace {
using rill::detail::shape;
using rill::detail::shape_of;
}  // namespace

TEST_CASE("shape/shape: containers are known by what they offer") {
  CHECK(shape_of<int[3]> == shape::range);
  CHECK(shape_of<std::vector<bool>> == shape::range);
  CHECK(shape_of<std::map<int, int>> == shape::map);
  CHECK(shape_of<std::set<int>> == shape::set);
  CHECK(shape_of<std::pair<int, int>> == shape::tuple);
  CHECK(shape_of<std::tuple<int>> == shape::tuple);
  CHECK(shape_of<int*> == shape::none);
}
