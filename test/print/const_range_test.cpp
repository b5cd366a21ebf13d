// test/print/const_range_test.cpp: ranges whose begin() is not const: a const
// one prints as a copy, one that may be changed prints in place.
// covers: base/iteration.h
#include <doctest/doctest.h>
#include <rill/binary.h>
#include <rill/csv.h>
#include <rill/debug.h>
#include <rill/locale.h>
#include <rill/stream.h>
#include <rill/table.h>
#include <rill/types.h>

#include <array>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace std::string_view_literals;

// In memory that cannot be written, so a print that changed them would crash.
constexpr auto is_odd = [](int n) { return n % 2 == 1; };
constexpr std::array one_to_five = {1, 2, 3, 4, 5};
constexpr auto parts = "a,b"sv | std::views::split(',');
constexpr auto odd = one_to_five | std::views::filter(is_odd);
constexpr auto late =
    one_to_five | std::views::drop_while([](int n) { return n < 4; });

// The numbers from `left` down to 1. Iterating uses them up.
struct countdown {
  int left;
  int copies = 0;

  explicit constexpr countdown(int from) : left(from) {}
  constexpr countdown(countdown const& other)
      : left(other.left), copies(other.copies + 1) {}

  struct iterator {
    countdown* range;
    constexpr int operator*() const { return range->left; }
    constexpr iterator& operator++() {
      --range->left;
      return *this;
    }
    constexpr bool operator==(int end) const { return range->left == end; }
  };
  constexpr iterator begin() { return {this}; }
  constexpr int end() const { return 0; }
};
constexpr countdown three(3);

// The same without a copy, as a generator.
struct single : countdown {
  using countdown::countdown;
  single(single const&) = delete;
  single(single&& other) : countdown(other.left) {}
};

struct holder {
  countdown numbers;
  decltype(parts) words;
};
constexpr holder held{countdown(2), parts};

// A class with a hook, and begin() beside it.
struct hooked : countdown {
  using countdown::countdown;
  friend void rill_print(auto& out, hooked const& h) { out('<', h.left, '>'); }
};

template <class Value>
std::string printed_by(Value&& value) {
  return rill::concat(std::forward<Value>(value));
}

}  // namespace

TEST_CASE("print/const_range: a constant prints as a variable does") {
  auto mutable_parts = parts;
  CHECK(rill::concat(parts) == "[['a'], ['b']]");
  CHECK(rill::concat(mutable_parts) == "[['a'], ['b']]");
  CHECK(rill::concat(odd, late) == "[1, 3, 5][4, 5]");
  CHECK(rill::concat(std::as_const(three)) == "[3, 2, 1]");
  CHECK(rill::concat(three, three) == "[3, 2, 1][3, 2, 1]");
  CHECK(rill::concat(held) == "holder{[2, 1], [['a'], ['b']]}");
}

TEST_CASE("print/const_range: in every wrapper") {
  static constexpr std::array both = {countdown(2), countdown(1)};
  static constexpr std::pair pair(countdown(1), 5);
  static constexpr std::optional<countdown> perhaps(std::in_place, 2);
  static constexpr auto wrapped = rill::join(odd, "+");
  static constexpr auto owner = rill::join(countdown(3), "+");
  CHECK(rill::concat(both, pair, perhaps) == "[[2, 1], [1]]([1], 5)[2, 1]");
  CHECK(rill::concat(wrapped, ' ', wrapped) == "1+3+5 1+3+5");
  CHECK(rill::concat(owner, ' ', owner) == "3+2+1 3+2+1");
  CHECK(rill::concat(rill::join(odd, ", ", " and ")) == "1, 3 and 5");
  CHECK(rill::concat(rill::join(
            three, " ", [](int const& n) { return rill::hex(n); })) == "3 2 1");
  CHECK(rill::concat(rill::debug(three), rill::pretty(odd)) ==
        "[3, 2, 1][1, 3, 5]");
  CHECK(rill::concat(rill::rows(three)) == "3\n2\n1");
  CHECK(rill::concat(rill::rows(both)) == "2 1\n1");
  CHECK(rill::concat(rill::right(three, 12)) == "   [3, 2, 1]");
  CHECK(rill::concat(rill::when(true, three, 5)) == "[3, 2, 1]");
  CHECK(rill::concat(rill::csv_row(odd)) == "1,3,5");
  CHECK(rill::concat(rill::csv_row(1, three)) == "1,\"[3, 2, 1]\"");
  CHECK(
      rill::concat(rill::columns(both)) ==
      rill::concat(rill::columns(std::vector<std::vector<int>>{{2, 1}, {1}})));
  CHECK(rill::to_bytes(three) == rill::to_bytes(std::vector{3, 2, 1}));
  CHECK(rill::to_bytes(odd) == rill::to_bytes(std::vector{1, 3, 5}));
  CHECK(rill::binary_size(three) == rill::to_bytes(three).size());
  CHECK(rill::concat(rill::localized(rill::join(three, "+"),
                                     rill::locale_data())) == "3+2+1");
  static constexpr int number = 7;
  static constexpr std::array pointers = {&number, &number};
  static constexpr auto all =
      pointers | std::views::filter([](auto* p) { return p != nullptr; });
  CHECK(rill::concat(rill::deref(all)) == "[7, 7]");
}

TEST_CASE("print/const_range: a variable prints in place, uncopied") {
  for (auto print :
       {+[](countdown& r) { return rill::concat(r); },
        +[](countdown& r) { return rill::concat(rill::debug(r)); },
        +[](countdown& r) { return rill::concat(rill::right(r, 3)); },
        +[](countdown& r) {
          std::string to;
          rill::append(to, r);
          return to;
        },
        +[](countdown& r) {
          char memory[40];
          auto const made = rill::format_into(memory, r);
          return std::string(&memory[0], made.end);
        },
        +[](countdown& r) {
          std::string to;
          rill::string_writer out(to);
          rill::print(out, r);
          out.flush();
          return to;
        }}) {
    countdown range(2);
    CHECK(print(range) == "[2, 1]");
    CHECK(range.left == 0);
    CHECK(range.copies == 0);
  }
  countdown range(3);
  CHECK(rill::concat(rill::join(range, "+")) == "3+2+1");
  CHECK(range.left == 0);
  countdown rows(3);
  CHECK(rill::concatln(rill::rows(rows)) == "3\n2\n1\n");
  CHECK(rows.left == 0);
  countdown fields(3);
  CHECK(rill::concat(rill::csv_row(fields)) == "3,2,1");
  CHECK(fields.left == 0);
  countdown counted(3);
  CHECK(rill::formatted_size(counted) == 9);
  CHECK(counted.left == 0);
  countdown unchanged(3);
  CHECK(printed_by(std::as_const(unchanged)) == "[3, 2, 1]");
  CHECK(unchanged.left == 3);
}

TEST_CASE(
    "print/const_range: one that has no copy prints where it is mutable") {
  using owning = decltype(std::vector<int>() | std::views::filter(is_odd));
  static_assert(!std::is_copy_constructible_v<owning>);
  static_assert(rill::printable<owning> && rill::printable<owning&>);
  static_assert(!rill::printable<owning const>);
  static_assert(!rill::printable<owning const&>);
  static_assert(rill::printable<single> && !rill::printable<single const>);
  static_assert(!rill::printable<std::vector<single>>);
  static_assert(!rill::printable<std::optional<single>>);
  static_assert(rill::printable<countdown const>);

  CHECK(rill::concat(std::vector{1, 2, 3} | std::views::filter(is_odd)) ==
        "[1, 3]");
  CHECK(rill::concat(rill::join(
            std::vector{1, 2, 3} | std::views::filter(is_odd), "+")) == "1+3");
  CHECK(rill::concat("n: ", single(2), '.') == "n: [2, 1].");
  CHECK(rill::concat(rill::right(rill::join(single(2), "+"), 5)) == "  2+1");
  CHECK(rill::concat(rill::pretty(single(2)), rill::debug(single(1))) ==
        "[2, 1][1]");
  CHECK(rill::concat(rill::csv_row(single(2))) == "2,1");
  single range(3);
  CHECK(printed_by(range) == "[3, 2, 1]");
  CHECK(range.left == 0);
  auto numbers = std::vector{1, 2, 3} | std::views::filter(is_odd);
  CHECK(rill::to_bytes(numbers) == rill::to_bytes(std::vector{1, 3}));
  single one(1);
  CHECK((rill::dbg(one).left == 0));
}

TEST_CASE("print/const_range: a hook decides, whatever begin() is") {
  hooked object(3);
  hooked const constant(3);
  CHECK(rill::concat(object, constant, hooked(2)) == "<3><3><2>");
  CHECK(rill::concat(rill::debug(object)) == "<3>");
  CHECK(object.left == 3);
}
