// test/print/table_test.cpp: rows of cells in aligned columns.
// covers: rill/print/table.h
#include <doctest/doctest.h>
#include <rill/table.h>
#include <rill/terminal.h>
#include <rill/types.h>

#include <array>
#include <list>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using rill::columns;
using rill::concat;

using row = std::vector<std::string>;

struct item {
  std::string name;
  int count;
  double price;
};
RILL_FIELDS(item, name, count, price)

struct plain {
  int x;
  char const* name;
};

struct hooked {
  int n;
  friend void rill_print(auto& out, hooked const& h) {
    for (int i = 0; i != h.n; ++i) out('*');
  }
};

// The table, made cell by cell with spaces that are counted by hand.
std::string slow_twin(std::vector<row> const& table, std::string const& between,
                      bool header) {
  std::vector<std::size_t> widths;
  for (row const& cells : table)
    for (std::size_t i = 0; i != cells.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      if (cells[i].size() > widths[i]) widths[i] = cells[i].size();
    }
  std::string all;
  for (std::size_t r = 0; r != table.size(); ++r) {
    if (r != 0) all += '\n';
    for (std::size_t i = 0; i != table[r].size(); ++i) {
      if (i != 0) all += between;
      all += table[r][i];
      if (i + 1 != table[r].size())
        all += std::string(widths[i] - table[r][i].size(), ' ');
    }
    if (r == 0 && header) {
      all += '\n';
      for (std::size_t i = 0; i != widths.size(); ++i)
        all += (i == 0 ? "" : between) + std::string(widths[i], '-');
    }
  }
  return all;
}

}  // namespace

TEST_CASE("print/table: texts to the left, numbers to the right") {
  std::vector<row> const texts = {{"a", "bbb"}, {"cc", "d"}};
  CHECK(concat(columns(texts)) == "a   bbb\ncc  d");
  int const numbers[2][3] = {{1, 20, 300}, {1000, 2, 3}};
  CHECK(concat(columns(numbers)) == "   1  20  300\n1000   2    3");
  std::vector<std::tuple<std::string, int>> const mixed = {{"apple", 3},
                                                           {"fig", 12}};
  CHECK(concat(columns(mixed)) == "apple   3\nfig    12");
  std::vector<std::pair<int, char>> const pairs = {{1, 'x'}, {22, 'y'}};
  CHECK(concat(columns(pairs)) == " 1  x\n22  y");
}

TEST_CASE("print/table: options") {
  std::vector<row> const texts = {{"name", "n"}, {"x", "long"}};
  CHECK(concat(columns(texts, {.separator = " | "})) ==
        "name | n\nx    | long");
  CHECK(concat(columns(texts, {.header = true})) ==
        "name  n\n----  ----\nx     long");
  CHECK(concat(columns(std::vector<row>(), {.header = true})) == "");
}

TEST_CASE("print/table: structures, with the names of their fields") {
  std::vector<item> const items = {{"apple", 3, 0.5}, {"fig", 12, 10.25}};
  CHECK(concat(columns(items)) == "apple   3    0.5\nfig    12  10.25");
  CHECK(concat(columns(items, {.header = true})) ==
        "name   count  price\n"
        "-----  -----  -----\n"
        "apple      3    0.5\n"
        "fig       12  10.25");
  std::vector<plain> const plains = {{1, "one"}, {10, "ten"}};
  CHECK(concat(columns(plains)) == " 1  one\n10  ten");
}

TEST_CASE("print/table: maps, single cells and cells of every kind") {
  std::map<std::string, int> const counts = {{"a", 1}, {"bcd", 20}};
  CHECK(concat(columns(counts)) == "a     1\nbcd  20");
  std::map<std::string, std::vector<int>> const rows = {{"a", {1, 2}},
                                                        {"bc", {30}}};
  CHECK(concat(columns(rows)) == "a    1  2\nbc  30");
  CHECK(concat(columns(std::list{1, 22, 3})) == " 1\n22\n 3");
  CHECK(concat(columns(row{"a", "bc"})) == "a\nbc");
  std::tuple<row, row> const two = {{"a", "b"}, {"cc", "d"}};
  CHECK(concat(columns(two)) == "a   b\ncc  d");
  std::vector<std::tuple<hooked, bool, std::vector<int>>> const odd = {
      {{3}, true, {1, 2}}, {{1}, false, {}}};
  CHECK(concat(columns(odd)) == "***  true   [1, 2]\n*    false  []");
  CHECK(concat(columns(std::vector<hooked>{{2}, {1}})) == "**\n*");
  int const target = 0;
  std::vector<std::pair<int const*, char>> const pointers = {{nullptr, 'a'}};
  CHECK(concat(columns(pointers)) == "nullptr  a");
  CHECK(concat(columns(std::vector{rill::human_size(1),
                                   rill::human_size(10)})) == " 1 B\n10 B");
  static_cast<void>(target);
}

TEST_CASE("print/table: widths are columns of a terminal") {
  std::vector<row> const wide = {{"\u6771\u4EAC", "x"},
                                 {"e\u0301", "y"},
                                 {"\U0001F600", "z"},
                                 {"abcd", ""},
                                 {"", "w"}};
  CHECK(concat(columns(wide)) ==
        "\u6771\u4EAC  x\ne\u0301     y\n\U0001F600    z\nabcd  \n      w");
  std::vector<std::u16string> const units = {u"\u6771", u"a"};
  std::vector<std::pair<std::u16string, int>> const with_units = {
      {u"\u6771", 1}, {u"a", 2}};
  CHECK(concat(columns(with_units)) == "\u6771  1\na   2");
}

TEST_CASE("print/table: rows of every length, columns of every number") {
  unsigned state = 7;
  auto const next = [&state](unsigned below) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % below;
  };
  for (unsigned const most : {1u, 2u, 15u, 16u, 17u, 33u, 100u})
    for (bool const header : {false, true}) {
      std::vector<row> table(next(6) + 1);
      for (row& cells : table) {
        cells.resize(next(most) + 1);
        for (std::string& cell : cells) cell.assign(next(300), 'x');
      }
      CHECK(concat(columns(table, {.separator = "|", .header = header})) ==
            slow_twin(table, "|", header));
    }
  std::vector<row> const ragged = {{}, {"a", "b"}, {}, {"c"}};
  CHECK(concat(columns(ragged)) == "\na  b\n\nc");
}

TEST_CASE("print/table: styles and other wrappers") {
  using cell = decltype(rill::styled(std::string(), rill::red));
  std::vector<std::pair<cell, int>> const table = {
      {rill::styled(std::string("a"), rill::red), 1},
      {rill::styled(std::string("bb"), rill::red), 22}};
  CHECK(concat(columns(table)) == "a    1\nbb  22");
  CHECK(concat(rill::with_styles(rill::style_mode::always, columns(table))) ==
        "\x1B[31ma\x1B[0m    1\n\x1B[31mbb\x1B[0m  22");
  CHECK(concat(rill::right(columns(std::array{1, 2}), 4)) == "  1\n2");
}
