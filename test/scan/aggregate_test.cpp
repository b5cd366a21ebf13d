// test/scan/aggregate_test.cpp: structures, without a line and with
// RILL_FIELDS.
// covers: rill/scan/aggregate.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <cerrno>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../support/scanned.h"
#include "../support/scripted_reader.h"

using rill_test::reads;
using rill_test::scripted_reader;
using rill_test::wrong_with;

namespace scanned_structures {

struct point {
  int x = 0;
  int y = 0;
  bool operator==(point const&) const = default;
};
struct person {
  std::string name;
  int age = 0;
  std::optional<point> home;
  bool operator==(person const&) const = default;
};
template <class T>
struct box {
  T value[2] = {};
  bool operator==(box const&) const = default;
};
struct none_of_it {
  bool operator==(none_of_it const&) const = default;
};
struct tree {
  int value = 0;
  std::vector<tree> children;
  bool operator==(tree const&) const = default;
};
struct size {
  double width = 0;
  double height = 0;
  bool operator==(size const&) const = default;
};
RILL_FIELDS(size, width, height)

class secret {
 public:
  secret() = default;
  explicit secret(int n) : n_(n), next_{n + 1} {}
  bool operator==(secret const&) const = default;
  RILL_FIELDS(secret, n_, next_)

 private:
  int n_ = 0;
  std::vector<int> next_;
};

// A hook has precedence over the members.
struct hooked {
  int value = 0;
  friend void rill_scan(auto& in, hooked& h) { in("<", h.value, ">"); }
  bool operator==(hooked const&) const = default;
};
struct around {
  hooked inside;
  int behind = 0;
  bool operator==(around const&) const = default;
};

struct with_const {
  int const value = 0;
};
struct with_pointer {
  int* value = nullptr;
};
struct derived : point {
  int z = 0;
};
struct bit_fields {
  unsigned low : 3;
  unsigned high : 5;
};
struct named_bit_fields {
  int plain = 0;
  unsigned low : 3;
  RILL_FIELDS(named_bit_fields, plain, low)
};
struct one_word {
  std::string text;
  bool operator==(one_word const&) const = default;
};
static_assert(rill::scannable<point>);
static_assert(rill::scannable<around>);
static_assert(!rill::scannable<with_const>);
static_assert(!rill::scannable<with_pointer>);
static_assert(!rill::scannable<std::vector<with_pointer>>);
static_assert(!rill::scannable<derived>);
static_assert(!rill::scannable<bit_fields>);
static_assert(!rill::scannable<named_bit_fields>);
static_assert(!rill::scannable<std::map<int, bit_fields>>);

}  // namespace scanned_structures

namespace {

// Whether the value is read although the device fails behind its last byte.
template <class T>
bool reads_at_once(std::string const& text, T const& want) {
  scripted_reader in(text, 16, [&](int call, std::size_t) {
    return static_cast<std::size_t>(call) < text.size() ? 1L : long{-EIO};
  });
  T value{};
  return rill::try_scan(in, value) && value == want;
}

}  // namespace

TEST_CASE("scan/structure: no byte behind a value is asked for") {
  using scanned_structures::point;
  CHECK(reads_at_once("point{1, 2}", point{1, 2}));
  CHECK(reads_at_once("1 2\n", point{1, 2}));
  CHECK(reads_at_once("[point{1, 2}]", std::vector<point>{{1, 2}}));
  CHECK(reads_at_once("size{height: 2, width: 1}",
                      scanned_structures::size{1, 2}));
  CHECK(reads_at_once("none_of_it{}", scanned_structures::none_of_it()));
  CHECK(reads_at_once("one_word\n", scanned_structures::one_word{"one_word"}));
  CHECK(reads_at_once("one_word {\"a\"}", scanned_structures::one_word{"a"}));
}

TEST_CASE("scan/structure: the printed form and the members alone") {
  using scanned_structures::point;
  CHECK(reads("point{1, 2}", point{1, 2}));
  CHECK(reads(" point { 1\n,2 }", point{1, 2}));
  CHECK(reads("1 2", point{1, 2}));
  CHECK(
      reads("[point{1, 2}, point{3, 4}]", std::vector<point>{{1, 2}, {3, 4}}));
  CHECK(reads("person{\"Ann Lee\", 30, point{1, 2}}",
              scanned_structures::person{"Ann Lee", 30, point{1, 2}}));
  CHECK(reads("Ann 30 none", scanned_structures::person{"Ann", 30, {}}));
  CHECK(
      reads("\"Ann\" 30 none", scanned_structures::person{"\"Ann\"", 30, {}}));
  CHECK(reads("person 30 1 2",
              scanned_structures::person{"person", 30, point{1, 2}}));
  CHECK(reads("box<int>{[1, 2]}", scanned_structures::box<int>{{1, 2}}));
  CHECK(reads("box<point>{[point{1, 2}, point{3, 4}]}",
              scanned_structures::box<point>{{{1, 2}, {3, 4}}}));
  CHECK(reads("none_of_it{}", scanned_structures::none_of_it()));
  CHECK(reads("tree{1, [tree{2, []}, tree{3, [tree{4, []}]}]}",
              scanned_structures::tree{1, {{2, {}}, {3, {{4, {}}}}}}));
  CHECK(reads("around{<5>, 6}", scanned_structures::around{{5}, 6}));
  CHECK(reads("{\"a\": point{1, 2}}",
              std::map<std::string, point>{{"a", {1, 2}}}));
}

TEST_CASE("scan/structure: fields in any order, each once") {
  using scanned_structures::size;
  CHECK(reads("size{width: 1.5, height: 2}", size{1.5, 2}));
  CHECK(reads("size{height: 2, width: 1.5}", size{1.5, 2}));
  CHECK(reads("size { height :2,width:1.5 }", size{1.5, 2}));
  CHECK(reads("1.5 2", size{1.5, 2}));
  CHECK(reads("secret{next_: [6], n_: 5}", scanned_structures::secret(5)));
  CHECK(reads("[size{width: 1, height: 2}]", std::vector<size>{{1, 2}}));
  CHECK(wrong_with<size>("size{width: 1}") ==
        "text:1:14: expected ',', found \"}\"");
  CHECK(wrong_with<size>("size{width: 1, width: 2}") ==
        "text:1:16: expected a field of size: width, height, found \"width:\"");
  CHECK(wrong_with<size>("size{widths: 1, height: 2}") ==
        "text:1:6: expected a field of size: width, height, found "
        "\"widths:\"");
  CHECK(wrong_with<size>("size{width: 1, height: 2, }") ==
        "text:1:25: expected '}', found \",\"");
  CHECK(wrong_with<size>("size{") ==
        "text:1:6: expected a field of size: width, height, found the end of "
        "the input");
}

TEST_CASE("scan/structure: what is wrong is said") {
  using scanned_structures::point;
  CHECK(wrong_with<std::vector<point>>("[paint{1, 2}]") ==
        "text:1:2: expected 'point{', found \"paint{1\"");
  CHECK(wrong_with<point>("point{1}") == "text:1:8: expected ',', found \"}\"");
  CHECK(wrong_with<point>("point{1, 2, 3}") ==
        "text:1:11: expected '}', found \",\"");
  CHECK(wrong_with<point>("point{x: 1, y: 2}") ==
        "text:1:7: expected an integer, found \"x:\"");
  CHECK(wrong_with<point>("1") ==
        "text:1:2: expected an integer, found the end of the input");
  CHECK(wrong_with<scanned_structures::none_of_it>("1") ==
        "text:1:1: expected 'none_of_it{', found \"1\"");
  point kept{5, 6};
  CHECK(!rill::try_scan(rill::from("point{1, x}"), kept));
  CHECK(kept == point{5, 6});
}

TEST_CASE("scan/structure: a tree goes 256 brackets deep") {
  std::string text;
  for (int i = 0; i != 128; ++i) text += "tree{1, [";
  for (int i = 0; i != 128; ++i) text += "]}";
  CHECK(bool(rill::try_parse<scanned_structures::tree>(text)));
  for (std::size_t depth : {129u, 10'000u, 1'000'000u}) {
    std::string deep;
    for (std::size_t i = 0; i != depth; ++i) deep += "tree{1, [";
    CHECK(wrong_with<scanned_structures::tree>(deep).starts_with(
        "text:1:1153: expected at most 256 nested brackets, found \"tree{1"));
  }
}

TEST_CASE("scan/structure: a loop over structures") {
  std::string const text = "1 2\npoint{3, 4} 5 6";
  int sum = 0;
  for (auto [x, y] : rill::values<scanned_structures::point>(text))
    sum += x * y;
  CHECK(sum == 2 + 12 + 30);
}
