// test/process/environment_changes_test.cpp: the environment of a child,
// compared with a map.
// covers: process/options.h
#include <doctest/doctest.h>
#include <rill/process/options.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/environment.h"

using rill::environment_changes;
using rill::library_problem;
using rill::only;
using rill::removed;
using variables = std::map<std::string, std::string>;

namespace {

std::vector<std::string> lines_of(rill::owned_text const& block) {
  std::vector<std::string> lines;
  std::string line;
  for (char const c : block) {
    line += c;
    if (c != '\0') continue;
    line.pop_back();
    lines.push_back(line);
    line.clear();
  }
  CHECK(line.empty());
  return lines;
}

variables applied(environment_changes const& changes) {
  variables all;
  for (std::string const& line : lines_of(changes.apply())) {
    std::size_t const equals = line.find('=', 1);
    REQUIRE(equals != line.npos);
    CHECK(all.emplace(line.substr(0, equals), line.substr(equals + 1)).second);
  }
  return all;
}

// Has the changes as a member with a default, as the options of run() do.
struct options {
  environment_changes environment = {};
};
variables with(options const& o) { return applied(o.environment); }
bool is_empty(options const& o) { return o.environment.empty(); }

}  // namespace

TEST_CASE("process/options: no change is the parent's") {
  CHECK(is_empty({}));
  CHECK(is_empty({.environment = {}}));
  CHECK(!is_empty({.environment = {{"A", "b"}}}));
  CHECK(!is_empty({.environment = {{"A", removed}}}));
  CHECK(!is_empty({.environment = only({})}));
  CHECK(!environment_changes().problem());
}

TEST_CASE("process/options: the parent's, changed") {
  rill_test::set_environment("RILL_TEST_A", "a");
  rill_test::set_environment("RILL_TEST_B", "b");
  variables const before = with({});
  CHECK(before.at("RILL_TEST_A") == "a");
  variables expected = before;
  expected["RILL_TEST_A"] = "other";
  expected["RILL_TEST_C"] = "";
  expected.erase("RILL_TEST_B");
  std::string const name = "RILL_TEST_B";
  CHECK(with({.environment = {{"RILL_TEST_A", "other"},
                              {"RILL_TEST_C", ""},
                              {name, removed},
                              {"RILL_TEST_D", removed}}}) == expected);
  CHECK(with({}) == before);
  for (char const* one : {"RILL_TEST_A", "RILL_TEST_B"})
    rill_test::set_environment(one, nullptr);
}

TEST_CASE("process/options: these and no others") {
  CHECK(with({.environment = only({})}).empty());
  CHECK(only({}).apply().c_str() != nullptr);
  CHECK(with({.environment = only({{"A", "b"}, {"C", "d=e"}})}) ==
        variables{{"A", "b"}, {"C", "d=e"}});
  environment_changes changes = {{"A", "b"}, {"=", "c"}};
  changes.remove_all().set("X", "y");
  CHECK(applied(changes) == variables{{"X", "y"}});
  CHECK(!changes.problem());
}

TEST_CASE("process/options: of two changes the later counts") {
  CHECK(applied(only({{"A", "b"}, {"A", "c"}})) == variables{{"A", "c"}});
  CHECK(applied(only({{"A", "b"}, {"A", removed}})).empty());
  CHECK(applied(only({{"A", removed}, {"A", "c"}})) == variables{{"A", "c"}});
  CHECK(applied(only({{"A", "1"}, {"AB", "2"}, {"A", "3"}})) ==
        variables{{"A", "3"}, {"AB", "2"}});
  CHECK(lines_of(only({{"B", "1"}, {"A", "2"}, {"B", "3"}}).apply()) ==
        std::vector<std::string>{"A=2", "B=3"});
#if defined(_WIN32)
  CHECK(applied(only({{"\u00e4", "b"}, {"\u00c4", "c"}})) ==
        variables{{"\u00c4", "c"}});
#else
  CHECK(applied(only({{"a", "b"}, {"A", "c"}})) ==
        variables{{"a", "b"}, {"A", "c"}});
#endif
}

TEST_CASE("process/options: owns its texts, is copied and moved") {
  environment_changes changes;
  variables twin;
  for (int i = 0; i != 100; ++i) {
    std::string const name = "N" + std::to_string(i * 7 % 90);
    std::string const value(static_cast<std::size_t>(i), 'x');
    if (i % 3 == 0) {
      changes.remove(name);
      twin.erase(name);
    } else {
      changes.set(name, value);
      twin[name] = value;
    }
  }
  environment_changes bare = only({});
  CHECK(applied(bare).empty());
  environment_changes all = changes;
  variables const found = applied(all);
  for (auto const& [name, value] : twin) CHECK(found.at(name) == value);
  all.set("M", "m");
  CHECK(applied(all).count("M") == 1);
  CHECK(applied(changes).count("M") == 0);
  environment_changes const moved = std::move(all);
  CHECK(applied(moved).count("M") == 1);
  bare = moved;
  CHECK(applied(bare) == applied(moved));
  environment_changes& same = bare;
  bare = same;
  CHECK(applied(bare) == applied(moved));
}

TEST_CASE("process/options: says which names cannot be") {
  std::string const nul(1, '\0');
  for (environment_changes const& bad :
       {environment_changes{{"", "a"}}, environment_changes{{"=", "a"}},
        environment_changes{{"a=", "a"}}, environment_changes{{nul, "a"}},
        environment_changes{{"a", nul}}, environment_changes{{"", removed}},
        environment_changes{{"a=b", removed}},
        only({{"a", "b"}, {"=", "a"}, {"c", "d"}})})
    CHECK((bad.problem() == library_problem::unusable_variable));
  CHECK(!only({{"a", "=\n"}, {"\xff", removed}}).problem());
}

#if !defined(_WIN32)
TEST_CASE("process/options: lines of the parent's stay") {
  char** const before = ::environ;
  char without[] = "nothing", first[] = "=x", name[] = "A=b", empty[] = "";
  char* lines[] = {without, first, empty, name, nullptr};
  ::environ = lines;
  auto const found = lines_of(environment_changes{{"A", "c"}}.apply());
  ::environ = before;
  CHECK(found == std::vector<std::string>{"nothing", "=x", "", "A=c"});
}
#endif
