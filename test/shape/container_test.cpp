// test/shape/container_test.cpp: which types are ranges, maps and tuples, and
// the types of their parts.
// covers: rill/shape/range.h
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <array>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <initializer_list>
#include <list>
#include <map>
#include <queue>
#include <ranges>
#include <regex>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>
#if __has_include(<mdspan>)
#include <mdspan>
#endif

namespace {

using rill::detail::parts;
using rill::detail::shape;
using rill::detail::shape_of;
using rill::detail::type_list;

template <class T, class... Args>
constexpr bool consists_of = std::is_same_v<parts<T>, type_list<Args...>>;

// begin() and end() are free functions, as in old containers.
struct block {
  int numbers[2];
  friend int const* begin(block const& b) { return b.numbers; }
  friend int const* end(block const& b) { return b.numbers + 2; }
};

// A range only if it is not const.
struct source {
  int* begin() { return nullptr; }
  int* end() { return nullptr; }
};

// Has begin() and end(), but they do not return iterators.
struct interval {
  int begin() const { return 1; }
  int end() const { return 2; }
};

// A map of another library whose iterators return only values.
struct values_of_map {
  using key_type = char;
  using mapped_type = long;
  long const* begin() const { return nullptr; }
  long const* end() const { return nullptr; }
};

struct tree : std::vector<tree> {};
struct dictionary : std::map<int, dictionary> {};

struct black;
struct white {
  black* begin() const { return nullptr; }
  black* end() const { return nullptr; }
};
struct black {
  white* begin() const { return nullptr; }
  white* end() const { return nullptr; }
};

template <int Depth>
struct deeper {
  deeper<Depth + 1>* begin() const { return nullptr; }
  deeper<Depth + 1>* end() const { return nullptr; }
};

// Has a protected member `c` like std::stack, but no container_type.
class counter {
 public:
  void pop();

 protected:
  int c = 0;
};

class last_stack final {
 public:
  using container_type = std::vector<int>;
  void pop();
};

}  // namespace

TEST_CASE("shape/holder: everything that a range-for takes") {
  static_assert(shape_of<int[3]> == shape::range);
  static_assert(shape_of<int[2][3]> == shape::range);
  static_assert(shape_of<std::vector<int>> == shape::range);
  static_assert(shape_of<std::array<int, 0>> == shape::range);
  static_assert(shape_of<std::span<int const>> == shape::range);
  static_assert(shape_of<std::deque<int>> == shape::range);
  static_assert(shape_of<std::list<int>> == shape::range);
  static_assert(shape_of<std::forward_list<int>> == shape::range);
  static_assert(shape_of<std::initializer_list<int>> == shape::range);
  static_assert(shape_of<std::valarray<int>> == shape::range);
  static_assert(shape_of<decltype(std::views::iota(1))> == shape::range);
  static_assert(shape_of<block> == shape::range);
  block const numbers = {{3, 4}};
  CHECK(*rill::detail::iterator_of(numbers) == 3);
  CHECK(rill::detail::end_of(numbers) - rill::detail::iterator_of(numbers) ==
        2);
  static_assert(shape_of<source> == shape::range);
  static_assert(shape_of<interval> != shape::range);
  static_assert(shape_of<int*> == shape::none);
  static_assert(shape_of<std::vector<std::filesystem::path>> == shape::range);
}

TEST_CASE("shape/holder: maps have keys with values, sets have keys") {
  static_assert(shape_of<std::map<int, int>> == shape::map);
  static_assert(shape_of<std::multimap<int, int>> == shape::map);
  static_assert(shape_of<std::unordered_map<int, int>> == shape::map);
  static_assert(shape_of<std::unordered_multimap<int, int>> == shape::map);
  static_assert(shape_of<std::set<int>> == shape::set);
  static_assert(shape_of<std::multiset<int>> == shape::set);
  static_assert(shape_of<std::unordered_set<int>> == shape::set);
  static_assert(shape_of<std::unordered_multiset<int>> == shape::set);
  static_assert(shape_of<values_of_map> == shape::set);
}

TEST_CASE("shape/holder: the elements and what they stand for") {
  static_assert(consists_of<std::vector<bool>, bool>);
  static_assert(consists_of<bool[2], bool>);
  static_assert(consists_of<int[2][3], int[3]>);
  static_assert(consists_of<std::set<char>, char>);
  static_assert(consists_of<std::map<int, char const*>, int, char const*>);
  static_assert(consists_of<block, int>);
  static_assert(consists_of<values_of_map, long>);
  static_assert(consists_of<std::pair<int&, char const>, int, char>);
  static_assert(consists_of<std::tuple<int const&, char&&>, int, char>);
  static_assert(consists_of<std::tuple<>>);
  using reversed =
      decltype(std::declval<std::vector<bool>&>() | std::views::reverse);
  static_assert(consists_of<reversed, bool>);
}

TEST_CASE("shape/holder: pairs and tuples of every size") {
  static_assert(shape_of<std::pair<int, int>> == shape::tuple);
  static_assert(shape_of<std::tuple<>> == shape::tuple);
  static_assert(shape_of<std::tuple<int>> == shape::tuple);
  static_assert(shape_of<std::tuple<std::tuple<>, int&>> == shape::tuple);
  static_assert(shape_of<std::csub_match> != shape::tuple);
}

TEST_CASE("shape/holder: adaptors show the container below") {
  static_assert(shape_of<std::stack<int>> == shape::adaptor);
  static_assert(shape_of<std::queue<int>> == shape::adaptor);
  static_assert(shape_of<std::priority_queue<int>> == shape::adaptor);
  static_assert(consists_of<std::stack<int>, std::deque<int>>);
  static_assert(consists_of<std::priority_queue<int>, std::vector<int>>);
  static_assert(shape_of<counter> != shape::adaptor);
  static_assert(shape_of<last_stack> != shape::adaptor);
  static_assert(shape_of<std::back_insert_iterator<std::vector<int>>> !=
                shape::adaptor);
}

TEST_CASE("shape/holder: what goes round in a circle of ranges is none") {
  static_assert(shape_of<tree> == shape::none);
  static_assert(shape_of<white> == shape::none);
  static_assert(shape_of<black> == shape::none);
  static_assert(shape_of<deeper<0>> == shape::none);
  // A range whose elements are of such a type is a range, but does not print.
  static_assert(shape_of<std::vector<white>> == shape::range);
  // A map may have values of its own type.
  static_assert(shape_of<dictionary> == shape::map);
}

#ifdef __cpp_lib_mdspan
TEST_CASE("shape/holder: spans of several ways") {
  using matrix = std::mdspan<double, std::dextents<int, 2>>;
  static_assert(shape_of<matrix> == shape::mdspan);
  static_assert(consists_of<matrix, double>);
}
#endif
