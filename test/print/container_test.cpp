// test/print/container_test.cpp: ranges, maps, sets, pairs, tuples, adaptors.
#include <doctest/doctest.h>
#include <rill/terminal.h>
#include <rill/types.h>

#include <array>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>
#if __has_include(<mdspan>)
#include <mdspan>
#endif
#if __has_include(<flat_map>)
#include <flat_map>
#endif

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) { out(p.x, ':', p.y); }
};

// begin() and end() are free functions.
struct block {
  int numbers[3];
  friend int const* begin(block const& b) { return b.numbers; }
  friend int const* end(block const& b) { return b.numbers + 3; }
};

// A range of the user's that has a hook.
struct titled : std::vector<int> {
  using vector::vector;
  friend void rill_print(auto& out, titled const& t) {
    out("titled(", rill::join(t, " "), ')');
  }
};

// A container of another library with proxy references, such as those of
// std::vector<bool>.
struct lamps {
  class lamp {
   public:
    explicit lamp(bool is_on) : is_on_(is_on) {}
    operator bool() const { return is_on_; }

   private:
    bool is_on_;
  };
  struct iterator {
    using value_type = bool;
    unsigned bits;
    int place;
    lamp operator*() const { return lamp((bits >> place & 1) != 0); }
    iterator& operator++() {
      ++place;
      return *this;
    }
    bool operator!=(iterator const& other) const {
      return place != other.place;
    }
  };
  unsigned bits;
  iterator begin() const { return {bits, 0}; }
  iterator end() const { return {bits, 3}; }
};

// A container that copies on write. Its begin() that is not const counts the
// copies that it would make.
struct shares {
  int copies = 0;
  int number = 7;
  int* begin() {
    ++copies;
    return &number;
  }
  int* end() { return &number + 1; }
  int const* begin() const { return &number; }
  int const* end() const { return &number + 1; }
};

// data() has all numbers; the range has every second one.
struct every_second {
  struct iterator {
    int const* at;
    int const& operator*() const { return *at; }
    iterator& operator++() {
      at += 2;
      return *this;
    }
    iterator& operator+=(std::ptrdiff_t n) {
      at += 2 * n;
      return *this;
    }
    std::ptrdiff_t operator-(iterator other) const {
      return (at - other.at) / 2;
    }
    bool operator!=(iterator other) const { return at != other.at; }
  };
  std::array<int, 6> all = {1, 2, 3, 4, 5, 6};
  int const* data() const { return all.data(); }
  std::size_t size() const { return 3; }
  iterator begin() const { return {all.data()}; }
  iterator end() const { return {all.data() + 6}; }
};

struct tree {
  int value;
  std::vector<tree> children;
  friend void rill_print(auto& out, tree const& t) {
    out(t.value);
    if (!t.children.empty()) out(t.children);
  }
};

}  // namespace

TEST_CASE("print/container: empty, of one element, of several") {
  CHECK(rill::concat(std::vector<int>()) == "[]");
  CHECK(rill::concat(std::vector{1}) == "[1]");
  CHECK(rill::concat(std::vector{-1, 0, 2147483647}) == "[-1, 0, 2147483647]");
  CHECK(rill::concat(std::array<int, 0>()) == "[]");
  CHECK(rill::concat(std::array{1.5, 2.0}) == "[1.5, 2]");
  CHECK(rill::concat(std::span<int const>()) == "[]");
  CHECK(rill::concat(std::deque{1, 2}) == "[1, 2]");
  CHECK(rill::concat(std::list{1u, 2u}) == "[1, 2]");
  CHECK(rill::concat(std::forward_list{1, 2}) == "[1, 2]");
  CHECK(rill::concat(std::initializer_list<int>{1, 2}) == "[1, 2]");
  CHECK(rill::concat(std::valarray{1, 2}) == "[1, 2]");
  CHECK(rill::concat(block{{1, 2, 3}}) == "[1, 2, 3]");
  CHECK(rill::concat(std::set<int>(), std::map<int, int>()) == "{}{}");
  int const array[] = {4, 5};
  CHECK(rill::concat(array) == "[4, 5]");
  CHECK(rill::concat(std::span(array)) == "[4, 5]");
}

TEST_CASE("print/container: std::vector<bool> is of bool, wherever it stands") {
  std::vector<bool> const two = {true, false};
  CHECK(rill::concat(two) == "[true, false]");
  CHECK(rill::concat(std::vector<bool>()) == "[]");
  CHECK(rill::concat(std::vector{two, {}}) == "[[true, false], []]");
  CHECK(rill::concat(std::set{two}) == "{[true, false]}");
  CHECK(rill::concat(std::map<int, std::vector<bool>>{{1, two}}) ==
        "{1: [true, false]}");
  CHECK(rill::concat(std::map{std::pair(two, true)}) ==
        "{[true, false]: true}");
  CHECK(rill::concat(rill::join(two, "|")) == "true|false");
}

TEST_CASE("print/container: elements that stand for a value") {
  lamps const row{5};
  CHECK(rill::concat(row) == "[true, false, true]");
  CHECK(rill::concat(rill::join(row, " ")) == "true false true");
  CHECK(rill::concat(rill::debug(row)) == "[true, false, true]");
}

TEST_CASE("print/container: arrays, in arrays, of characters") {
  int const matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  CHECK(rill::concat(matrix) == "[[1, 2, 3], [4, 5, 6]]");
  char const names[3][4] = {"abc", "d", {'e', 'f', 'g', 'h'}};
  CHECK(rill::concat(names) == R"(["abc", "d", "efgh"])");
  int const deep[1][2][1] = {{{1}, {2}}};
  CHECK(rill::concat(deep) == "[[[1], [2]]]");
  unsigned char const bytes[] = {0, 255};
  CHECK(rill::concat(bytes) == "[0, 255]");
  CHECK(rill::concat("text", std::array{'a', '\n'}) == R"(text['a', '\n'])");
  CHECK(rill::concat(std::vector{'a', '\'', '"'}) == R"(['a', '\'', '"'])");
}

TEST_CASE("print/container: texts in quotes, of every type") {
  CHECK(rill::concat(std::vector<std::string>{"a b", "\"\n\\"}) ==
        R"(["a b", "\"\n\\"])");
  CHECK(rill::concat(std::vector<std::string_view>{"x", ""}) == R"(["x", ""])");
  CHECK(rill::concat(std::vector<char const*>{"x"}) == R"(["x"])");
  CHECK(rill::concat(std::vector<std::wstring>{L"\u20AC"}) ==
        "[\"\xE2\x82\xAC\"]");
  CHECK(rill::concat(std::vector<std::u16string>{u"x\t"}) == R"(["x\t"])");
  CHECK(rill::concat(std::vector<std::u8string>{u8"y"}) == R"(["y"])");
  CHECK(rill::concat(std::vector<char8_t>{u8'y'}) == "['y']");
  CHECK(rill::concat(std::vector<char32_t>{U'\u20AC'}) == "['\xE2\x82\xAC']");
  CHECK(rill::concat(std::vector<std::filesystem::path>{"/a b"}) ==
        R"(["/a b"])");
}

TEST_CASE("print/container: maps and sets") {
  CHECK(rill::concat(std::map<std::string, int>{{"b", 2}, {"a", 1}}) ==
        R"({"a": 1, "b": 2})");
  CHECK(rill::concat(std::multimap<int, char>{{1, 'a'}, {1, 'b'}}) ==
        "{1: 'a', 1: 'b'}");
  CHECK(rill::concat(std::unordered_map<int, int>{{1, 2}}) == "{1: 2}");
  CHECK(rill::concat(std::unordered_multimap<int, int>{{1, 2}}) == "{1: 2}");
  CHECK(rill::concat(std::multiset{2, 1, 2}) == "{1, 2, 2}");
  CHECK(rill::concat(std::unordered_set{3}) == "{3}");
  CHECK(rill::concat(std::map<std::pair<int, int>, std::set<int>>{
            {{1, 2}, {3, 4}}}) == "{(1, 2): {3, 4}}");
#ifdef __cpp_lib_flat_map
  CHECK(rill::concat(std::flat_map<int, bool>{{1, true}, {0, false}}) ==
        "{0: false, 1: true}");
#endif
}

TEST_CASE("print/container: pairs and tuples, of references too") {
  CHECK(rill::concat(std::pair(1, "x")) == R"((1, "x"))");
  CHECK(rill::concat(std::tuple()) == "()");
  CHECK(rill::concat(std::tuple(1)) == "(1)");
  CHECK(rill::concat(std::tuple(1, 2.5, 'c', true)) == "(1, 2.5, 'c', true)");
  int number = 1;
  std::string const name = "n";
  CHECK(rill::concat(std::tie(number, name)) == R"((1, "n"))");
  CHECK(rill::concat(std::forward_as_tuple(2, std::string("m"))) ==
        R"((2, "m"))");
  std::pair<int&, std::string const&> const both(number, name);
  CHECK(rill::concat(both) == R"((1, "n"))");
  CHECK(rill::concat(std::tuple(std::tuple(), std::pair(1, std::tuple(2)))) ==
        "((), (1, (2)))");
  std::tuple<int, int, int, int, int, int, int, int, int, int, int, int,
             char> const many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 'z');
  CHECK(rill::concat(many) == "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 'z')");
}

TEST_CASE("print/container: adaptors are the containers below them") {
  CHECK(rill::concat(std::stack<int>(std::deque{1, 2, 3})) == "[1, 2, 3]");
  CHECK(rill::concat(std::queue<char>(std::deque{'a'})) == "['a']");
  std::priority_queue<int> const heap(std::less<int>(), {1, 5, 3});
  CHECK(rill::concat(heap).substr(0, 2) == "[5");
  CHECK(rill::concat(std::vector{std::stack<int>()}) == "[[]]");
}

TEST_CASE("print/container: elements that cannot be copied, hooks, pointers") {
  std::vector<std::unique_ptr<int>> owners(1);
  CHECK(rill::concat(owners) == "[nullptr]");
  CHECK(rill::concat(std::vector<point>{{1, 2}, {3, 4}}) == "[1:2, 3:4]");
  CHECK(rill::concat(std::vector<titled>{{1, 2}, {}}) ==
        "[titled(1 2), titled()]");
  CHECK(rill::concat(tree{1, {{2, {}}, {3, {{4, {}}}}}}) == "1[2, 3[4]]");
  int object = 1;
  CHECK(rill::concat(std::vector{&object}) ==
        rill::concat('[', rill::ptr(&object), ']'));
}

TEST_CASE("print/container: a range that shares its elements copies none") {
  shares s;
  CHECK(rill::concat(s) == "[7]");
  CHECK(rill::concat(rill::join(s, ",")) == "7");
  CHECK(s.copies == 0);
}

TEST_CASE("print/container: data() alone makes no numbers in a row") {
  CHECK(rill::concat(every_second()) == "[1, 3, 5]");
  CHECK(rill::concat(rill::join(every_second(), "-")) == "1-3-5");
}

TEST_CASE("print/container: in fields, in styles, with separators, debugged") {
  std::vector const v = {1, 2};
  CHECK(rill::concat(rill::right(v, 8), rill::left(v, 7), '|') ==
        "  [1, 2][1, 2] |");
  CHECK(rill::concat(rill::center(std::vector<std::string>{"\u6771"}, 8)) ==
        " [\"\u6771\"] ");
  CHECK(rill::concat(rill::styled(v, rill::red)) == "[1, 2]");
  CHECK(rill::concat(rill::debug(v)) == "[1, 2]");
  CHECK(rill::formatted_size(v) == 6);
  char bytes[32];
  auto const made = rill::format_into(bytes, v, std::pair(1, 'c'));
  CHECK(std::string(bytes, made.end) == "[1, 2](1, 'c')");
  rill::memory_writer out(bytes);
  rill::print_sep(out, "; ", v, std::pair(1, 2), rill::end("."));
  CHECK(rill::concat(out.pending()) == "[1, 2]; (1, 2).");
}

TEST_CASE("print/container: as a constant") {
  constexpr auto is_right = [] {
    int const numbers[] = {1, -2, 3};
    char made[16] = {};
    auto const r = rill::format_into(made, numbers, std::pair(1, true));
    char const wanted[] = "[1, -2, 3](1, tr";
    for (std::size_t i = 0; i != 16; ++i)
      if (made[i] != wanted[i]) return false;
    return r.truncated;
  };
  static_assert(is_right());
}

#ifdef __cpp_lib_mdspan
TEST_CASE("print/container: spans of several ways are rows of rows") {
  int numbers[12];
  for (int i = 0; i != 12; ++i) numbers[i] = i;
  CHECK(rill::concat(std::mdspan(numbers, 3)) == "[0, 1, 2]");
  CHECK(rill::concat(std::mdspan(numbers, 2, 3)) == "[[0, 1, 2], [3, 4, 5]]");
  CHECK(rill::concat(std::mdspan(numbers, 2, 1, 3)) ==
        "[[[0, 1, 2]], [[3, 4, 5]]]");
  CHECK(rill::concat(std::mdspan(numbers, 2, 0)) == "[[], []]");
  using turned =
      std::mdspan<int, std::dextents<unsigned char, 2>, std::layout_left>;
  CHECK(rill::concat(turned(numbers, 2, 3)) == "[[0, 2, 4], [1, 3, 5]]");
  CHECK(rill::concat(std::mdspan<int, std::extents<int>>(numbers)) == "0");
  CHECK(rill::concat(rill::rows(std::mdspan(numbers, 2, 3))) == "0 1 2\n3 4 5");
}
#endif
