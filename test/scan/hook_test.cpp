// test/scan/hook_test.cpp: types that are read by rill_scan, in all forms.
// covers: scan/item.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "../support/memory_stream.h"
#include "../support/scripted_reader.h"

using rill_test::scripted_reader;

namespace {

std::string rest_of(rill::reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

// A hook that is a template.
struct point {
  int x = 0, y = 0;
  friend void rill_scan(auto& in, point& p) { in("(", p.x, ",", p.y, ")"); }
  friend void rill_print(auto& out, point const& p) {
    out("(", p.x, ", ", p.y, ")");
  }
};

// A hook that is not a template, and can be defined in another file.
struct pair {
  std::string key;
  int value = 0;
};
void rill_scan(rill::reader& in, pair& p) {
  (void)rill::scan(in, rill::until(p.key, '='), p.value);
}

// A hook that calls another and scans in several calls.
struct line {
  point from, to;
  friend void rill_scan(auto& in, line& l) {
    in(l.from);
    in("->", l.to);
  }
};

// A hook with branches and loops.
struct list {
  std::vector<int> values;
  friend void rill_scan(auto& in, list& l) {
    l.values.clear();
    in("[");
    for (;;) {
      char next = 0;
      in(next);
      if (next != '+') break;
      if (!in(l.values.emplace_back())) break;
    }
  }
};

struct throwing {
  int n = 0;
  friend void rill_scan(auto& in, throwing& t) {
    in(t.n);
    if (t.n < 0) throw std::runtime_error("negative");
  }
};

// Has the members of a string, a range and a structure; the hook has
// precedence.
struct text_with_hook {
  std::string value;
  using value_type = char;
  text_with_hook& assign(char const*, std::size_t) { return *this; }
  text_with_hook& append(char const*, std::size_t) { return *this; }
  void clear() { value = "cleared"; }
  auto begin() const { return value.begin(); }
  auto end() const { return value.end(); }
  friend void rill_scan(auto& in, text_with_hook& t) {
    in("<", rill::until(t.value, '>'));
  }
};

// The hook of the base class does not read a derived class.
struct derived : point {
  int z = 0;
};
static_assert(rill::scannable<point>);
static_assert(rill::scannable<pair>);
static_assert(!rill::scannable<derived>);
struct nothing {
  nothing() {}
};
static_assert(!rill::scannable<nothing>);
static_assert(rill::scannable<double>);
static_assert(!rill::scannable<char*>);

}  // namespace

TEST_CASE("scan/item: all forms, at every buffer size") {
  std::string const text = " (1, -2) key=7 ( 3,4 )->(5,6)\n[+1 +2+3] (7,8)rest";
  for (std::size_t buffer = 1; buffer <= 40; ++buffer) {
    scripted_reader in(text, buffer);
    point p;
    pair q;
    line l;
    list m;
    REQUIRE(rill::scan(in, p, q));
    REQUIRE(rill::scan(in, l));
    REQUIRE(rill::scan(in, m));
    REQUIRE(rill::concat(p, q.key, q.value, l.from, l.to) ==
            "(1, -2)key7(3, 4)(5, 6)");
    REQUIRE(m.values == std::vector<int>{1, 2, 3});
    REQUIRE(rill::read<point>(in).y == 8);
    REQUIRE(rest_of(in) == "rest");
  }
}

TEST_CASE("scan/item: the end before a value is an end, in it an error") {
  scripted_reader in("(1,2) \n", 16);
  point p;
  CHECK(rill::scan(in, p));
  CHECK(!rill::scan(in, p));
  CHECK(rill::try_scan(in, p).at_end());
  for (char const* text : {"(", "(1", "(1,", "(1,2"}) {
    auto cut = rill::from(text);
    auto const how = rill::try_scan(cut, p);
    CHECK(!how);
    CHECK(!how.at_end());
    CHECK((how.error().code() == rill::scan_problem::cut));
    CHECK(!rill::try_parse<point>(text));
    auto again = rill::from(text);
    CHECK(!rill::try_read<point>(again));
  }
}

TEST_CASE("scan/item: a mistake is shown at its place") {
  auto in = rill::from("x (1, two)");
  char c = 0;
  point p;
  auto const how = rill::try_scan(in, c, p);
  CHECK(std::string(how.error().what()) ==
        "text:1:7: expected an integer, found \"two\"\nx (1, two)\n      ^");
  CHECK(p.x == 1);
  CHECK(rest_of(in) == "two)");
  auto nested = rill::from("(1,2)->(3;4)");
  line l;
  CHECK(std::string(rill::try_scan(nested, l).error().what()) ==
        "text:1:10: expected \",\", found \";4)\"\n(1,2)->(3;4)\n"
        "         ^");
}

TEST_CASE("scan/item: what is printed is read back") {
  for (int x = -300; x < 300; x += 7) {
    point p;
    p.x = x;
    p.y = x * 7'000;
    auto const again = rill::try_parse<point>(rill::concat(p));
    REQUIRE(bool(again));
    REQUIRE(again->x == p.x);
    REQUIRE(again->y == p.y);
  }
}

#if RILL_EXCEPTIONS
TEST_CASE("scan/item: scan, read and parse throw what try_scan returns") {
  std::string const text = "(1, two)";
  auto for_scan = rill::from(text), for_read = rill::from(text);
  point p;
  std::string const what =
      "text:1:5: expected an integer, found \"two\"\n(1, two)\n    ^";
  CHECK_THROWS_WITH(rill::scan(for_scan, p), what.c_str());
  CHECK_THROWS_WITH((void)rill::read<point>(for_read), what.c_str());
  CHECK_THROWS_WITH((void)rill::parse<point>(text), what.c_str());
}

TEST_CASE(
    "scan/item: a hook that throws something else is not caught, and "
    "its reader is where it was") {
  scripted_reader in("5 -6 7", 16);
  throwing t;
  CHECK(rill::try_scan(in, t));
  CHECK_THROWS_AS((void)rill::try_scan(in, t), std::runtime_error);
  CHECK(rill::scan(in, t));
  CHECK(t.n == 7);
}

TEST_CASE("scan/item: a FILE stays usable behind a hook that throws") {
  std::string text = "5 -6 7";
  FILE* const in = rill_test::open_to_read(text);
  throwing t;
  CHECK(rill::scan(in, t));
  CHECK_THROWS_AS(rill::scan(in, t), std::runtime_error);
  CHECK(::fgetc(in) == ' ');
  CHECK(::fgetc(in) == '7');
  ::fclose(in);
}
#endif

TEST_CASE("scan/item: a hook wins over everything that a type looks like") {
  text_with_hook t;
  CHECK(rill::scan(rill::from("<a b>"), t));
  CHECK(t.value == "a b");
  CHECK(rill::try_parse<text_with_hook>("<c>")->value == "c");
  auto const list = rill::try_parse<std::vector<text_with_hook>>("[<d>, <e>]");
  REQUIRE(bool(list));
  CHECK((*list)[1].value == "e");
}

namespace scanned_family {

template <class T>
struct crate {
  T inside;
};
template <class T>
void rill_scan(auto& in, crate<T>& c) {
  in("[", c.inside, "]");
}
struct of_crate : crate<int> {};

}  // namespace scanned_family

TEST_CASE("scan/item: a template for a family of types") {
  scanned_family::crate<int> one{};
  scanned_family::crate<scanned_family::crate<char>> nested{};
  rill::scan(rill::from("[7] [[x]]"), one, nested);
  CHECK(one.inside == 7);
  CHECK(nested.inside.inside == 'x');
  static_assert(!rill::scannable<scanned_family::of_crate>);
}
