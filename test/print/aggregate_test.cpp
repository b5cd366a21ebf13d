// test/print/aggregate_test.cpp: structures print by their members.
// covers: rill/print/join.h
#include <doctest/doctest.h>
#include <rill/stream.h>
#include <rill/types.h>
#include <stdlib.h>  // div
#include <time.h>    // timespec

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace printed_structures {

struct point {
  int x, y;
};
struct empty {};
struct place {
  std::string name;
  point where;
  char mark;
  double height;
};
struct bits {
  unsigned low : 3;
  bool flag : 1;
  int signed_one : 4;
};
struct holder {
  int& number;
  std::unique_ptr<int> pointer;
  int const constant;
};
struct arrays {
  char name[8];
  int numbers[2];
  point points[2];
  wchar_t wide[4];
};
enum class color { red, green };
enum unfixed { three = 3 };
struct colored {
  point where;
  color ink;
  unfixed number;
};
template <class T>
struct box {
  T value;
};
struct tree {
  int value;
  std::vector<tree> children;
};
namespace {
struct hidden {
  int x;
};
}  // namespace

// A hook has precedence over the members, also beside a RILL_FIELDS line and
// inside other structures.
struct hooked {
  int x;
  friend void rill_print(auto& out, hooked const& h) { out('<', h.x, '>'); }
};
struct hooked_with_line {
  int x;
  RILL_FIELDS(hooked_with_line, x)
  friend auto rill_print(auto& out, hooked_with_line const& h) {
    return out('<', h.x, '>');
  }
};
struct of_hooked {
  hooked first;
  hooked_with_line second;
};

class account {
 public:
  account(int number, std::string owner)
      : number_(number), owner_(static_cast<std::string&&>(owner)) {}
  RILL_FIELDS(account, number_, owner_)

 private:
  int number_;
  std::string owner_;
};
struct named_point {
  int x, y;
};
RILL_FIELDS(named_point, x, y)
struct nothing_named {
  int x = 0;
};
RILL_FIELDS(nothing_named)

struct largest {
  int m00, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13, m14,
      m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29,
      m30, m31, m32, m33, m34, m35, m36, m37, m38, m39, m40, m41, m42, m43, m44,
      m45, m46, m47, m48, m49, m50, m51, m52, m53, m54, m55, m56, m57, m58, m59,
      m60, m61, m62, m63;
};

class unprintable {
 public:
  int sum() const { return x_; }

 private:
  int x_ = 0;
};
struct with_unprintable {
  int x;
  unprintable y;
};
struct based : point {
  int z;
};

}  // namespace printed_structures

TEST_CASE("print/container: the name and the members in debug form") {
  using namespace printed_structures;
  CHECK(rill::concat(point{1, -2}) == "point{1, -2}");
  CHECK(rill::concat(empty()) == "empty{}");
  CHECK(rill::concat(place{"a \"b\"\n", {3, 4}, '\'', 2.5}) ==
        R"(place{"a \"b\"\n", point{3, 4}, '\'', 2.5})");
  CHECK(rill::concat(bits{5, true, -3}) == "bits{5, true, -3}");
  CHECK(rill::concat(arrays{"abc", {1, 2}, {{3, 4}, {5, 6}}, L"wi"}) ==
        R"(arrays{"abc", [1, 2], [point{3, 4}, point{5, 6}], "wi"})");
  CHECK(rill::concat(colored{{1, 2}, color::green, three}) ==
        "colored{point{1, 2}, green, 3}");
  int number = 7;
  CHECK(rill::concat(holder{number, nullptr, 9}) == "holder{7, nullptr, 9}");
  CHECK(rill::concat(tree{1, {{2, {}}, {3, {{4, {}}}}}}) ==
        "tree{1, [tree{2, []}, tree{3, [tree{4, []}]}]}");
}

TEST_CASE("print/container: the name of the type alone") {
  CHECK(rill::concat(printed_structures::box<int>{1}) == "box<int>{1}");
  CHECK(rill::concat(printed_structures::box<
                     printed_structures::box<printed_structures::point>>{
            {{1, 2}}}) == "box<box<point>>{box<point>{point{1, 2}}}");
  CHECK(rill::concat(printed_structures::hidden{1}) == "hidden{1}");
  struct local {
    int x;
  };
  CHECK(rill::concat(local{1}) == "local{1}");
  struct {
    int x = 1, y = 2;
  } const nameless;
  CHECK(rill::concat(nameless) == "{1, 2}");
}

TEST_CASE("print/container: structures of other libraries") {
  timespec time{};
  time.tv_sec = 3;
  time.tv_nsec = 4;
  CHECK(rill::concat(time) == "timespec{3, 4}");
  CHECK(rill::concat(div(7, 2)) == "div_t{3, 1}");
}

TEST_CASE("print/container: 64 members") {
  std::string expected = "largest{0";
  for (int i = 1; i != 64; ++i)
    expected += ", " + std::to_string(i == 63 ? -1 : 0);
  printed_structures::largest value{};
  value.m63 = -1;
  CHECK(rill::concat(value) == expected + "}");
}

TEST_CASE("print/container: members with the names of a line") {
  CHECK(rill::concat(printed_structures::named_point{1, 2}) ==
        "named_point{x: 1, y: 2}");
  CHECK(rill::concat(printed_structures::account(7, "A\tB")) ==
        R"(account{number_: 7, owner_: "A\tB"})");
  CHECK(rill::concat(printed_structures::nothing_named()) == "nothing_named{}");
  CHECK(rill::concat(printed_structures::box<printed_structures::named_point>{
            {1, 2}}) == "box<named_point>{named_point{x: 1, y: 2}}");
}

TEST_CASE("print/container: a hook comes before members and lines") {
  CHECK(rill::concat(printed_structures::hooked{1}) == "<1>");
  CHECK(rill::concat(printed_structures::hooked_with_line{2}) == "<2>");
  CHECK(rill::concat(printed_structures::of_hooked{{1}, {2}}) ==
        "of_hooked{<1>, <2>}");
}

TEST_CASE("print/container: in containers and wrappers") {
  using printed_structures::point;
  CHECK(rill::concat(std::vector<point>{}) == "[]");
  CHECK(rill::concat(std::vector<point>{{1, 2}}) == "[point{1, 2}]");
  CHECK(rill::concat(std::list<point>{{1, 2}, {3, 4}, {5, 6}}) ==
        "[point{1, 2}, point{3, 4}, point{5, 6}]");
  CHECK(rill::concat(std::map<int, point>{{7, {1, 2}}}) == "{7: point{1, 2}}");
  CHECK(rill::concat(rill::right(point{1, 2}, 14)) == "   point{1, 2}");
  CHECK(rill::concat(rill::join(std::vector<point>{{1, 2}, {3, 4}}, "; ")) ==
        "point{1, 2}; point{3, 4}");
  CHECK(rill::concat(rill::debug(point{1, 2})) == "point{1, 2}");
  CHECK(rill::concat(rill::pretty(printed_structures::place{
            std::string(40, 'n'), {1, 2}, 'x', 0.125})) ==
        "place{\"" + std::string(40, 'n') + "\", point{1, 2}, 'x', 0.125}");
  CHECK(
      rill::concat(
          rill::pretty(printed_structures::account(1, std::string(60, 'o')))) ==
      "account{\n  number_: 1,\n  owner_: \"" + std::string(60, 'o') + "\"\n}");
}

TEST_CASE("print/container: into buffers of each size") {
  std::string const expected =
      "[point{-2147483648, 1}, point{3, 4}]place{\"n\", point{1, 2}, 'c', "
      "0.5}named_point{x: 7, y: 8}";
  std::vector<printed_structures::point> const points{{-2147483647 - 1, 1},
                                                      {3, 4}};
  for (std::size_t size = 0; size <= expected.size() + 40; ++size) {
    std::unique_ptr<char[]> const memory(new char[size]);
    rill::memory_writer out(memory.get(), size);
    auto const print_all = [&] {
      rill::print(out, points, printed_structures::place{"n", {1, 2}, 'c', 0.5},
                  printed_structures::named_point{7, 8});
    };
    if (size < expected.size())
      CHECK_THROWS_AS(print_all(), rill::error);
    else
      print_all();
    std::string const written(out.bytes());
    CHECK(expected.substr(0, written.size()) == written);
    CHECK((size < expected.size() || written == expected));
  }
}

namespace {

// Prints into memory of every size. Too little memory throws, and what is
// written is the beginning of the text.
template <class T>
void check_room(T const& value, std::string const& expected) {
  for (std::size_t size = 0; size <= expected.size() + 1; ++size) {
    CAPTURE(size);
    std::unique_ptr<char[]> const memory(new char[size]);
    rill::memory_writer out(memory.get(), size);
    if (size < expected.size())
      CHECK_THROWS_AS(rill::print(out, value), rill::error);
    else
      rill::print(out, value);
    std::string const written(out.bytes());
    CHECK(expected.substr(0, written.size()) == written);
  }
}

}  // namespace

TEST_CASE("print/container: without members, into buffers of each size") {
  check_room(printed_structures::empty(), "empty{}");
  check_room(printed_structures::nothing_named(), "nothing_named{}");
}

TEST_CASE("print/container: at compile time") {
  static_assert(rill::formatted_size(printed_structures::point{1, 2}) == 11);
}

TEST_CASE("print/container: what does not print") {
  static_assert(rill::printable<printed_structures::point>);
  static_assert(!rill::printable<printed_structures::unprintable>);
  static_assert(!rill::printable<printed_structures::with_unprintable>);
  static_assert(!rill::printable<
                printed_structures::box<printed_structures::unprintable>>);
  static_assert(!rill::printable<printed_structures::based>);
  CHECK(printed_structures::unprintable().sum() == 0);
}
