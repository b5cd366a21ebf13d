// test/print/structure_test.cpp: nested values that have a shape print in one
// line.
// covers: rill/print/refusal.h
// covers: rill/print/container.h
// covers: print/manipulator.h
#include <doctest/doctest.h>
#include <rill/types.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

TEST_CASE("print/structure: containers in containers, texts in quotes") {
  std::map<std::string, std::vector<std::pair<int, char>>> const m = {
      {"a b", {{1, 'x'}, {2, '\n'}}}, {"q\"", {}}};
  CHECK(rill::concat(m) == R"({"a b": [(1, 'x'), (2, '\n')], "q\"": []})");
  CHECK(rill::concat(std::set<int>{2, 1}) == "{1, 2}");
  CHECK(rill::concat(std::tuple<int, double, std::string>(1, 2.5, "x")) ==
        R"((1, 2.5, "x"))");
  CHECK(rill::concat(std::vector<std::string>()) == "[]");
  CHECK(rill::concat(rill::debug("x\ty")) == R"("x\ty")");
  CHECK(rill::concat(std::vector<int*>{nullptr}) == "[nullptr]");
}
