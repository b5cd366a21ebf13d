// test/scan/container_test.cpp: ranges, maps, sets, pairs, tuples and
// adaptors.
#include <doctest/doctest.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>

#include "../support/scanned.h"

using rill_test::reads;
using rill_test::wrong_with;

TEST_CASE("scan/container: sequences") {
  using strings = std::vector<std::string>;
  CHECK(reads("[]", std::vector<int>{}));
  CHECK(reads("[1]", std::vector<int>{1}));
  CHECK(reads("[1, -2, 3]", std::vector<int>{1, -2, 3}));
  CHECK(reads(" \n[1,\t-2\r\n ,3 ]", std::vector<int>{1, -2, 3}));
  CHECK(reads("[1.5, 2, inf]", std::deque<double>{1.5, 2, HUGE_VAL}));
  CHECK(reads("[true, false, 1]", std::vector<bool>{true, false, true}));
  CHECK(reads("[1, 2, 3]", std::forward_list<long>{1, 2, 3}));
  CHECK(reads("[1, 2, 3]", std::list<unsigned char>{1, 2, 3}));
  CHECK(reads(R"(["a b", "", "\"\n\\"])", strings{"a b", "", "\"\n\\"}));
  CHECK(reads(R"(['a', '\n', '\'', '"', '\x01'])",
              std::vector<char>{'a', '\n', '\'', '"', '\1'}));
  CHECK(reads("[[1, 2], [], [3]]",
              std::vector<std::vector<int>>{{1, 2}, {}, {3}}));
  CHECK(reads("[1, 2, 3]", std::array<int, 3>{1, 2, 3}));
  CHECK(reads(" 1\n2 3", std::array<int, 3>{1, 2, 3}));
  CHECK(reads("[[1, 2], [3, 4]]",
              std::array<std::array<int, 2>, 2>{{{1, 2}, {3, 4}}}));
}

TEST_CASE("scan/container: sets, maps, adaptors") {
  CHECK(reads("{}", std::set<int>{}));
  CHECK(reads("{3, 1, 1}", std::set<int>{1, 3}));
  CHECK(reads("{3, 1, 1}", std::multiset<int>{1, 1, 3}));
  CHECK(reads(R"({"b", "a"})", std::unordered_set<std::string>{"a", "b"}));
  CHECK(reads("{}", std::map<int, int>{}));
  CHECK(reads(R"({"a": 1, "b" :2})",
              std::map<std::string, int>{{"a", 1}, {"b", 2}}));
  CHECK(reads("{1: [2], 1: []}",
              std::multimap<int, std::vector<int>>{{1, {2}}, {1, {}}}));
  CHECK(reads("{'x': {1: true}}", std::unordered_map<char, std::map<int, bool>>{
                                      {'x', {{1, true}}}}));
  std::stack<int> pile;
  pile.push(1);
  pile.push(2);
  CHECK(reads("[1, 2]", pile));
  auto const queue = *rill::try_parse<std::priority_queue<int>>("[1, 5, 3]");
  CHECK(queue.size() == 3);
  CHECK(queue.top() == 5);
}

TEST_CASE("scan/container: pairs and tuples, with brackets and without") {
  using pair = std::pair<int, std::string>;
  using both = std::tuple<int, std::string, char>;
  CHECK(reads(R"((1, "two"))", pair{1, "two"}));
  CHECK(reads("1 two", pair{1, "two"}));
  // Without brackets, texts and characters are as scan reads them alone.
  CHECK(reads("1 \"b\"", pair{1, "\"b\""}));
  CHECK(reads("1 \"b\" '", both{1, "\"b\"", '\''}));
  CHECK(reads("\"b\" c", std::array<std::string, 2>{"\"b\"", "c"}));
  CHECK(reads(rill::concat(pair{1, "\"b\" c"}), pair{1, "\"b\" c"}));
  CHECK(reads(R"(( 1,"a b",'c' ))", both{1, "a b", 'c'}));
  CHECK(reads(" 1 \n a c", both{1, "a", 'c'}));
  CHECK(reads("1 2 3", std::pair<std::pair<int, int>, int>{{1, 2}, 3}));
  // A bracket at the start belongs to the outermost value.
  CHECK(wrong_with<std::pair<std::pair<int, int>, int>>("(1, 2) 3") ==
        "text:1:2: expected '(', found \"1\"");
  CHECK(reads("[(1, 2)]", std::vector<std::pair<int, int>>{{1, 2}}));
  CHECK(reads("()", std::tuple<>()));
  int a = 0;
  std::string b;
  CHECK(rill::scan(rill::from("1 x"), std::tie(a, b)));
  CHECK(b == "x");
  CHECK(rill::scan(rill::from("(2, \"x y\")"), std::tie(a, b)));
  CHECK(a == 2);
  CHECK(b == "x y");
}

TEST_CASE("scan/container: values over plain numbers") {
  std::string const text = "1 2\n3 4\n(5, 6)";
  std::vector<int> sums;
  for (auto [x, y] : rill::values<std::pair<int, int>>(text))
    sums.push_back(x + y);
  CHECK(sums == std::vector<int>{3, 7, 11});
  std::string const rows = "[1, 2] [] [3]";
  std::size_t count = 0;
  for (auto const& row : rill::values<std::vector<int>>(rows))
    count += row.size() + 1;
  CHECK(count == 6);
}

TEST_CASE("scan/container: elements that are there already") {
  int grid[2][2] = {};
  CHECK(rill::scan(rill::from("[[1, 2], [3, 4]]"), grid));
  CHECK(grid[1][0] == 3);
  CHECK(rill::scan(rill::from("5 6 7 8"), grid));
  CHECK(grid[1][1] == 8);
  CHECK(rill::scan(rill::from("[-1, -2]"), std::span(grid[0])));
  CHECK(grid[0][1] == -2);
}

TEST_CASE("scan/container: a valarray grows as elements come") {
  for (std::size_t count : {0u, 1u, 7u, 8u, 9u, 100u}) {
    std::string text = "[";
    for (std::size_t i = 0; i != count; ++i)
      text += (i ? ", " : "") + std::to_string(i);
    auto const numbers = *rill::try_parse<std::valarray<double>>(text + "]");
    REQUIRE(numbers.size() == count);
    for (std::size_t i = 0; i != count; ++i)
      REQUIRE(numbers[i] == static_cast<double>(i));
  }
}

TEST_CASE("scan/container: what is wrong is said, and where") {
  using ints = std::vector<int>;
  CHECK(wrong_with<ints>("1") == "text:1:1: expected '[', found \"1\"");
  CHECK(wrong_with<ints>("[1, 2,]") ==
        "text:1:7: expected an integer, found \"]\"");
  CHECK(wrong_with<ints>("[,]") ==
        "text:1:2: expected an integer, found \",]\"");
  CHECK(wrong_with<ints>("[1 2]") ==
        "text:1:4: expected ',' or ']', found \"2\"");
  CHECK(wrong_with<ints>("[1,\n 2") ==
        "text:2:3: expected ',' or ']', found the end of the input");
  CHECK(wrong_with<ints>("[") ==
        "text:1:2: expected an integer, found the end of the input");
  CHECK(wrong_with<ints>("") ==
        "text:1:1: expected '[', found the end of the input");
  CHECK(wrong_with<ints>("[1] ").starts_with("text:1:4: expected the end"));
  CHECK(wrong_with<ints>("[1}") ==
        "text:1:3: expected ',' or ']', found \"}\"");
  CHECK(wrong_with<std::vector<std::string>>("[a]") ==
        "text:1:2: expected a text in double quotes, found \"a\"");
  CHECK(wrong_with<std::set<int>>("{1;2}") ==
        "text:1:3: expected ',' or '}', found \";2}\"");
  CHECK(wrong_with<std::map<int, int>>("{1, 2}") ==
        "text:1:3: expected ':', found \",\"");
  CHECK(wrong_with<std::map<int, int>>("{1: 2, 1: 3}") ==
        "text:1:12: expected keys that differ, found \"}\"");
  CHECK(wrong_with<std::pair<int, int>>("(1)") ==
        "text:1:3: expected ',', found \")\"");
  CHECK(wrong_with<std::pair<int, int>>("(1, 2, 3)") ==
        "text:1:6: expected ')', found \",\"");
  CHECK(wrong_with<std::pair<int, int>>("1") ==
        "text:1:2: expected an integer, found the end of the input");
  CHECK(wrong_with<std::array<int, 2>>("[1, 2, 3]") ==
        "text:1:6: expected ']', found \",\"");
  CHECK(wrong_with<std::array<int, 2>>("[1]") ==
        "text:1:3: expected ',', found \"]\"");
  for (char const* text : {"[']", "['']", "['ab']", "[''']", "['\\q']", "['a",
                           "['\\", "['\\u{e9}']"})
    CHECK(wrong_with<std::vector<char>>(text).find(
              "a character in single quotes") != std::string::npos);
}
