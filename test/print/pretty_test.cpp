// test/print/pretty_test.cpp: debug form over several lines.
#include <doctest/doctest.h>
#include <rill/terminal.h>
#include <rill/types.h>

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace {

using rill::concat;
using rill::pretty;

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out("point {\n  x: ", p.x, "\n}");
  }
};

struct tree {
  std::vector<std::pair<int, tree>> children;
  auto begin() const { return children.begin(); }
  auto end() const { return children.end(); }
};

std::string repeated(std::string const& text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i != count; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("print/pretty: what fits stays in one line") {
  CHECK(concat(pretty(5)) == "5");
  CHECK(concat(pretty("a\n")) == R"("a\n")");
  CHECK(concat(pretty(std::vector<int>{1, 2})) == "[1, 2]");
  CHECK(concat(pretty(std::vector<int>())) == "[]");
  std::map<std::string, std::vector<int>> const m = {{"a", {1}}, {"b", {}}};
  CHECK(concat(pretty(m)) == R"({"a": [1], "b": []})");
}

TEST_CASE("print/pretty: the boundary is 80 columns, comma and bracket with") {
  // ["aaa…"]: 4 columns around the text.
  std::vector<std::string> v = {std::string(76, 'a')};
  CHECK(concat(pretty(v)) == "[\"" + v[0] + "\"]");
  v[0] += 'a';
  CHECK(concat(pretty(v)) == "[\n  \"" + v[0] + "\"\n]");
  // Columns, not bytes: U+4E00 takes two of them and three bytes.
  v[0] = repeated("\u4e00", 38);
  CHECK(concat(pretty(v)) == "[\"" + v[0] + "\"]");
  v[0] += "a";
  CHECK(concat(pretty(v)) == "[\n  \"" + v[0] + "\"\n]");
  // Lists in a list have two spaces before them, and all but the last a comma.
  for (std::size_t const more : {0u, 1u}) {
    std::vector<std::vector<std::string>> const w = {
        {std::string(73 + more, 'a')}, {std::string(74 + more, 'b')}};
    std::string const a = '"' + w[0][0] + '"';
    std::string const b = '"' + w[1][0] + '"';
    CHECK(concat(pretty(w)) ==
          (more == 0
               ? "[\n  [" + a + "],\n  [" + b + "]\n]"
               : "[\n  [\n    " + a + "\n  ],\n  [\n    " + b + "\n  ]\n]"));
  }
}

TEST_CASE("print/pretty: nested structures, maps and another indent") {
  std::map<std::string, std::vector<std::pair<int, std::string>>> const m = {
      {"first", {{1, std::string(30, 'x')}, {2, std::string(30, 'y')}}},
      {"second", {}},
      {std::string(80, 'k'), {{3, "z"}}}};
  std::string const x(30, 'x');
  std::string const y(30, 'y');
  std::string const k(80, 'k');
  CHECK(concat(pretty(m)) == "{\n  \"first\": [\n    (1, \"" + x +
                                 "\"),\n    (2, \"" + y + "\")\n  ],\n  \"" +
                                 k +
                                 "\": [\n    (3, \"z\")\n  ],\n"
                                 "  \"second\": []\n}");
  std::vector<int> const numbers(30, 1234);
  std::string wanted = "[";
  for (std::size_t i = 0; i != 30; ++i)
    wanted += (i == 0 ? "\n    1234" : ",\n    1234");
  CHECK(concat(pretty(numbers, 4)) == wanted + "\n]");
}

TEST_CASE("print/pretty: a negative indent counts as 0") {
  std::vector<std::string> const v = {std::string(80, 'a')};
  CHECK(concat(pretty(v, 0)) == "[\n\"" + v[0] + "\"\n]");
  CHECK(concat(pretty(v, -5)) == concat(pretty(v, 0)));
  std::vector<std::vector<std::string>> const w = {v};
  CHECK(concat(pretty(w, -1)) == concat(pretty(w, 0)));
}

TEST_CASE("print/pretty: the lines of a hook get the indent") {
  std::vector<point> const v = {{1, 2}, {3, 4}};
  CHECK(concat(pretty(v)) ==
        "[\n  point {\n    x: 1\n  },\n  point {\n    x: 3\n  }\n]");
  CHECK(concat(pretty(point{1, 2})) == "point {\n  x: 1\n}");
}

TEST_CASE("print/pretty: a range is walked once") {
  struct once {
    mutable int left = 40;
    struct iterator {
      once const* of;
      int operator*() const { return of->left; }
      void operator++() { --of->left; }
      bool operator!=(int) const { return of->left != 0; }
    };
    iterator begin() const { return {this}; }
    int end() const { return 0; }
  };
  once const range;
  std::string const text = concat(pretty(range));
  CHECK(text.substr(0, 12) == "[\n  40,\n  39");
  CHECK(range.left == 0);
}

TEST_CASE("print/pretty: a thousand levels") {
  tree deep;
  for (int i = 0; i != 500; ++i) {
    tree outer;
    outer.children.emplace_back(i, std::move(deep));
    deep = std::move(outer);
  }
  std::string const text = concat(pretty(deep, 0));
  CHECK(text.substr(0, 6) == "[\n(\n49");
  std::string flat;
  for (char const c : text)
    if (c != '\n' && c != ' ') flat += c;
  std::string wanted;
  for (char const c : concat(rill::debug(deep)))
    if (c != ' ') wanted += c;
  CHECK(flat == wanted);
}

#if RILL_EXCEPTIONS
TEST_CASE("print/pretty: what came before an exception is printed") {
  struct thrower {
    struct iterator {
      int n;
      int operator*() const { return n == 2 ? throw n : n; }
      void operator++() { ++n; }
      bool operator!=(iterator) const { return true; }
    };
    iterator begin() const { return {0}; }
    iterator end() const { return {9}; }
  };
  std::string text;
  rill::string_writer out(text);
  CHECK_THROWS_AS(rill::print(out, pretty(thrower())), int);
  rill::print(out, '.');
  out.flush();
  CHECK(text == "[\n  0,\n  1.");
}
#endif

TEST_CASE("print/pretty: styles inside keep their columns") {
  std::string const text = concat(rill::with_styles(
      rill::style_mode::always,
      rill::styled(pretty(std::vector<int>{1, 2}), rill::red)));
  CHECK(text == "\x1b[31m[1, 2]\x1b[0m");
}

TEST_CASE("print/pretty: print_sep takes everything that prints") {
  std::string text;
  rill::string_writer out(text);
  std::vector<int> const v = {1, 2};
  struct plain {
    int a;
    std::string b;
  };
  rill::print_sep(out, ", ", v, plain{3, "x"}, std::pair(4, 'y'),
                  rill::debug("q"), pretty(v), rill::tr("{1}{0}", 5, 6),
                  rill::end("\n"));
  rill::print_sep(out, v, 7, 8);
  rill::print_sep(out, rill::tr("<{0}>", 9), 'a', 'b', rill::end(v));
  out.flush();
  CHECK(text ==
        "[1, 2], plain{3, \"x\"}, (4, 'y'), \"q\", [1, 2], 65\n"
        "7[1, 2]8a<9>b[1, 2]");
}
