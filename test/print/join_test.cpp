// test/print/join_test.cpp: separators, rows, what pointers point to.
// covers: rill/print/container.h
// covers: rill/print/layout.h
// covers: rill/value/parts.h
#include <doctest/doctest.h>
#include <rill/types.h>

#include <any>
#include <array>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) { out(p.x, ':', p.y); }
};

std::vector<std::string> first_words(std::size_t count) {
  std::vector<std::string> words = {"a", "b", "c", "d"};
  words.resize(count);
  return words;
}

}  // namespace

TEST_CASE("print/join: elements as print has them") {
  CHECK(rill::concat(rill::join(first_words(3), ", ")) == "a, b, c");
  CHECK(rill::concat(rill::join(first_words(1), ", ")) == "a");
  CHECK(rill::concat(rill::join(first_words(0), ", ")) == "");
  std::vector<std::vector<int>> const nested = {{1, 2}, {}, {3}};
  CHECK(rill::concat(rill::join(nested, "; ")) == "[1, 2]; []; [3]");
  CHECK(rill::concat(rill::join(std::map<std::string, int>{{"a", 1}, {"b", 2}},
                                ", ")) == "a: 1, b: 2");
  CHECK(rill::concat(rill::join(std::tuple(1, "x", 2.5), " ")) == "1 x 2.5");
  CHECK(rill::concat(rill::join(std::pair(1, 2), "")) == "12");
  std::string const separator = " | ";
  CHECK(rill::concat(rill::join(std::list{1, 2}, separator)) == "1 | 2");
  CHECK(rill::concat(rill::join(std::array{1, 2}, point{3, 4})) == "13:42");
  CHECK(rill::concat(rill::join(std::array{1, 2}, u"\u20AC")) ==
        "1\xE2\x82\xAC"
        "2");
}

TEST_CASE("print/join: another separator before the last element") {
  auto const join = [](auto const& range) {
    return rill::concat(rill::join(range, ", ", " and "));
  };
  CHECK(join(first_words(0)) == "");
  CHECK(join(first_words(1)) == "a");
  CHECK(join(first_words(2)) == "a and b");
  CHECK(join(first_words(3)) == "a, b and c");
  CHECK(join(first_words(4)) == "a, b, c and d");
  CHECK(join(std::list{1, 2, 3}) == "1, 2 and 3");
  CHECK(join(std::vector{true, false}) == "true and false");
  int const array[] = {1, 2, 3};
  CHECK(join(array) == "1, 2 and 3");
  auto const odd = std::views::iota(0, 6) |
                   std::views::filter([](int n) { return n % 2 == 1; });
  CHECK(join(odd) == "1, 3 and 5");
}

TEST_CASE("print/join: a function of each element") {
  std::vector const numbers = {10, 255};
  CHECK(rill::concat(rill::join(numbers, " ", [](auto const& n) {
          return rill::hex(n);
        })) == "a ff");
  std::map<std::string, int> const ages = {{"ann", 3}, {"bob", 4}};
  CHECK(rill::concat(rill::join(ages, ", ", [](auto const& entry) {
          return entry.first;
        })) == "ann, bob");
  CHECK(rill::concat(rill::join(std::vector<int>(), " ",
                                [](int n) { return n; })) == "");
  auto const both = [](int const& n) { return rill::right(n, 4, '.'); };
  CHECK(rill::concat(rill::join(numbers, "|", both)) == "..10|.255");
  std::vector<std::unique_ptr<int>> owners;
  owners.push_back(std::make_unique<int>(3));
  owners.push_back(nullptr);
  CHECK(rill::concat(rill::join(owners, " ", [](auto const& p) {
          return rill::deref(p);
        })) == "3 null");
}

namespace {

template <class Range, class Function>
constexpr bool joins(Range const&, Function const&) {
  return rill::printable<
      rill::detail::joined_with<Range const&, char, Function>>;
}
[[maybe_unused]] auto hex_of_copy(int n) { return rill::hex(n); }
[[maybe_unused]] auto hex_of_next(int n) { return rill::hex(n + 1); }

}  // namespace

TEST_CASE("print/join: a function that returns a wrapper of its own copy") {
  static constexpr int numbers[] = {10, 255};
  static_assert(!joins(numbers, [](int n) { return rill::hex(n); }));
  static_assert(!joins(numbers, [](int const n) { return rill::hex(n); }));
  static_assert(!joins(numbers, [](auto n) { return rill::hex(n); }));
  static_assert(!joins(numbers, [](long n) noexcept { return rill::bin(n); }));
  static_assert(!joins(numbers, [](int n) { return rill::debug(n); }));
  static_assert(!joins(
      numbers, [](int n) { return rill::right(rill::plus(rill::hex(n)), 4); }));
  static_assert(
      !joins(numbers, [](int n) { return rill::when(n > 99, "many", n); }));
  static_assert(!joins(numbers, &hex_of_copy));
  // A wrapper of a value that it holds, or of another object, prints.
  static_assert(joins(numbers, [](auto const& n) { return rill::hex(n); }));
  static_assert(joins(numbers, [](auto&& n) { return rill::hex(n); }));
  static_assert(joins(numbers, &hex_of_next));
  CHECK(rill::concat(rill::join(numbers, " ", hex_of_next)) == "b 100");
  CHECK(rill::concat(rill::join(
            numbers, " ", [](int n) { return rill::plus(n); })) == "+10 +255");
  std::string const names[] = {"no", "yes"};
  CHECK(rill::concat(rill::join(numbers, " ", [&](int n) {
          return rill::right(names[n > 99], 4);
        })) == "  no  yes");
}

TEST_CASE("print/join: what does not print is known") {
  std::istringstream words("4 5");
  auto once = std::ranges::istream_view<int>(words);
  static_assert(!rill::printable<decltype(rill::join(once, ",", " and "))>);
  CHECK(rill::concat(rill::join(
            once, ",", [](int const& n) { return rill::hex(n); })) == "4,5");
  static_assert(!rill::printable<decltype(rill::join(5, ","))>);
  static_assert(!rill::printable<decltype(rill::rows(5))>);
  std::vector<std::any> const things;
  static_assert(!rill::printable<decltype(rill::join(things, ","))>);
  static_assert(!rill::printable<decltype(rill::join(things, ",", " and "))>);
  auto const same = [](std::any const& thing) { return thing; };
  static_assert(!rill::printable<decltype(rill::join(things, ",", same))>);
}

TEST_CASE("print/join: rows, with a newline between them and none behind") {
  int const matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  CHECK(rill::concat(rill::rows(matrix)) == "1 2 3\n4 5 6");
  CHECK(rill::concat(rill::rows(matrix, ", ")) == "1, 2, 3\n4, 5, 6");
  std::vector<std::vector<int>> const ragged = {{1}, {}, {2, 3}};
  CHECK(rill::concat(rill::rows(ragged)) == "1\n\n2 3");
  CHECK(rill::concat(rill::rows(std::vector<std::vector<int>>())) == "");
  CHECK(rill::concat(rill::rows(std::vector{1, 2})) == "1\n2");
  CHECK(rill::concat(rill::rows(first_words(2))) == "a\nb");
  CHECK(rill::concat(rill::rows(
            std::vector<std::vector<bool>>{{true, false}})) == "true false");
  using record = std::tuple<int, std::string>;
  CHECK(rill::concat(rill::rows(std::array{record(1, "a b"), record(2, "")},
                                ',')) == "1,a b\n2,");
  CHECK(rill::concat(rill::rows(std::vector<point>{{1, 2}, {3, 4}})) ==
        "1:2\n3:4");
  CHECK(rill::concat(rill::rows(std::map<int, std::vector<int>>{
            {1, {2, 3}}, {4, {}}})) == "1 2 3\n4 ");
  CHECK(rill::concat(rill::rows(std::pair(std::array{1, 2}, "x"))) == "1 2\nx");
  CHECK(rill::concat(rill::rows(
            std::array<std::array<double, 2>, 1>{{{1.5, 2}}})) == "1.5 2");
}

TEST_CASE("print/join: what pointers point to, or null") {
  std::string const text = "a b";
  auto const shared = std::make_shared<std::string>("s");
  std::weak_ptr<std::string> weak = shared;
  CHECK(rill::concat(rill::deref(&text), ' ', rill::deref(shared), ' ',
                     rill::deref(weak)) == "a b s s");
  CHECK(rill::concat(rill::deref(std::make_unique<int>(4))) == "4");
  CHECK(rill::concat(rill::deref(text.begin())) == "a");
  CHECK(rill::concat(rill::deref(std::optional(5))) == "5");
  int const* const nothing = nullptr;
  CHECK(rill::concat(rill::deref(nothing), rill::deref(std::shared_ptr<int>()),
                     rill::deref(std::weak_ptr<int>()),
                     rill::deref(std::optional<int>())) == "nullnullnullnull");
  std::vector const numbers = {1, 2};
  CHECK(rill::concat(rill::deref(&numbers)) == "[1, 2]");
}

TEST_CASE("print/join: of a range of pointers, each in debug form") {
  std::string const text = "a\n";
  std::vector<std::string const*> const pointers = {&text, nullptr};
  CHECK(rill::concat(rill::deref(pointers)) == R"(["a\n", null])");
  int const one = 1;
  int const* const array[] = {&one, nullptr, &one};
  CHECK(rill::concat(rill::deref(array)) == "[1, null, 1]");
  CHECK(rill::concat(rill::deref(std::vector<std::unique_ptr<int>>())) == "[]");
  CHECK(rill::concat(rill::deref(std::vector<std::optional<int>>{3, {}})) ==
        "[3, null]");
}

TEST_CASE("print/join: in fields, in a chain, from what is read but once") {
  CHECK(rill::concat(rill::right(rill::join(first_words(2), "+"), 5)) ==
        "  a+b");
  CHECK(rill::concat(rill::right(rill::deref(std::optional(5)), 3)) == "  5");
  std::istringstream in("1 2 3");
  CHECK(rill::concat(rill::join(std::ranges::istream_view<int>(in), ",")) ==
        "1,2,3");
}
