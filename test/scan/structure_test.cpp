// test/scan/structure_test.cpp: rules for all types that are scanned by their
// shape: depth, targets after a failure, errors.
#include <doctest/doctest.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <string>
#include <vector>

#include "../support/scripted_reader.h"

using rill_test::scripted_reader;

namespace {

// Trees with a hook of each form.
struct tree {
  std::vector<tree> children;
  friend void rill_scan(auto& in, tree& t) { in(t.children); }
};
struct plain_tree {
  std::vector<plain_tree> children;
  friend void rill_scan(rill::reader& in, plain_tree& t) {
    if (auto const how = rill::try_scan(in, t.children); !how) {
#if RILL_EXCEPTIONS
      throw how.error();
#endif
    }
  }
};
// A hook that scans its own type recursively, without a container.
struct chain {
  int length = 0;
  friend void rill_scan(auto& in, chain& c) {
    chain rest;
    in("(");
    if (in(rest)) c.length = rest.length + 1;
  }
};

std::string brackets(std::size_t depth, bool are_closed) {
  return std::string(depth, '[') + std::string(are_closed ? depth : 0, ']');
}

template <class T>
std::string wrong_with(std::string const& text) {
  auto const read = rill::try_parse<T>(text);
  std::string const what = read ? "nothing" : read.error().what();
  return what.substr(0, what.find('\n'));
}

}  // namespace

TEST_CASE("scan/structure: brackets go 256 deep and no deeper") {
  CHECK(wrong_with<tree>(brackets(256, true)) == "nothing");
  for (std::size_t depth : {257u, 10'000u, 10'000'000u})
    for (bool are_closed : {false, true}) {
      std::string const text = brackets(depth, are_closed);
      CHECK(wrong_with<tree>(text).starts_with(
          "text:1:257: expected at most 256 nested brackets, found \"["));
      CHECK(wrong_with<std::vector<tree>>(text).starts_with(
          "text:1:257: expected at most 256 nested brackets, found \"["));
    }
#if RILL_EXCEPTIONS
  CHECK(wrong_with<plain_tree>(brackets(256, true)) == "nothing");
  CHECK(wrong_with<plain_tree>(brackets(1'000'000, false))
            .starts_with("text:1:257: expected at most 256 nested brackets"));
#endif
  CHECK(wrong_with<chain>(std::string(1'000'000, '('))
            .starts_with("text:1:257: expected at most 256 nested brackets"));
}

TEST_CASE("scan/structure: the depth is that of the value, not of the input") {
  std::string text;
  for (int i = 0; i != 600; ++i) text += "[[]]\n";
  scripted_reader in(text, 16);
  std::vector<std::vector<int>> v;
  int count = 0;
  while (rill::scan(in, v)) ++count;
  CHECK(count == 600);
  // Values that failed do not add to the depth either.
  scripted_reader bad(brackets(512, false) + brackets(256, true), 600);
  tree t;
  CHECK(!rill::try_scan(bad, t));
  CHECK(!rill::try_scan(bad, t));
  CHECK(bool(rill::try_scan(bad, t)));
}

TEST_CASE("scan/structure: on failure the target is as it was") {
  std::vector<int> v{1, 2};
  scripted_reader in("[3, 4, x]", 16);
  CHECK(!rill::try_scan(in, v));
  CHECK(v == std::vector<int>{1, 2});
  char where = 0;
  CHECK(rill::scan(in, where));
  CHECK(where == 'x');
}
