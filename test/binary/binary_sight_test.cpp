// test/binary/binary_sight_test.cpp: what a file sees of types that it writes
// and reads as binary data.
#include <doctest/doctest.h>
#include <rill/binary.h>

#include <array>
#include <atomic>
#include <chrono>
#include <complex>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace binary_sights {

struct bare {
  int a, b;
};
struct lined {
  int a, b;
};
RILL_FIELDS(lined, a, b)
struct lined_inside {
  int a, b;
  RILL_FIELDS(lined_inside, a, b)
};
enum class found { one };
enum class named { one };
RILL_ENUM(named, one)
struct hooked {
  int a;
  friend void rill_binary(auto& io, hooked& h) { io(h.a); }
};
struct hooked_for_any {
  int a;
  friend void rill_binary(auto& io, auto& h) { io(h.a); }
};
struct hooked_text : std::string {
  friend void rill_binary(auto& io, hooked_text& t) {
    io(static_cast<std::string&>(t));
  }
};
// Hooks of other verbs.
struct printed {
  int a;
  friend void rill_print(auto& out, printed const& h) { out(h.a); }
  friend void rill_scan(auto& in, printed& h) { in(h.a); }
};
struct tree {
  std::vector<tree> below;
  hooked value;
};
struct chain {
  std::unique_ptr<chain> next;
  named value;
};
struct plain_tree {
  std::vector<plain_tree> below;
  std::unique_ptr<plain_tree> left;
};
struct outer {
  int number;
  std::pair<char, lined> inner;
};
struct with_array {
  hooked all[2];
};
struct lined_with_hooked {
  hooked a;
  RILL_FIELDS(lined_with_hooked, a)
};
// A vector whose iterators return another type than value_type.
struct converting {
  using value_type = hooked;
  int const* begin() const { return nullptr; }
  int const* end() const { return nullptr; }
};

}  // namespace binary_sights

namespace {

using namespace binary_sights;
using rill::detail::binary_sight_of;
using rill::detail::binary_sight_of_call;

template <class... T>
constexpr bool all_are_0() {
  return ((binary_sight_of<T> == 0) && ...);
}
template <class... T>
constexpr bool all_differ() {
  rill::detail::sight const all[] = {binary_sight_of<T>...};
  for (std::size_t i = 0; i != sizeof...(T); ++i)
    for (std::size_t j = 0; j != i; ++j)
      if (all[i] == all[j]) return false;
  return true;
}
// Whether the sight of a holder is 0 for a bare value, and differs for others.
template <template <class> class Holder>
constexpr bool contains() {
  return binary_sight_of<Holder<bare>> == 0 &&
         all_differ<Holder<bare>, Holder<lined>, Holder<named>,
                    Holder<hooked>>();
}

}  // namespace

TEST_CASE("binary/binary_sight: is 0 for what definitions of types decide") {
  CHECK(all_are_0<int, bool, std::byte, char[5], std::string, long double>());
  CHECK(all_are_0<bare, bare[3], lined_inside, found, printed, plain_tree>());
  CHECK(all_are_0<std::vector<std::optional<bare>>, std::map<int, found>,
                  std::unique_ptr<bare>, std::variant<int, bare>>());
  CHECK(all_are_0<std::chrono::seconds, std::chrono::year_month_day,
                  std::complex<float>, std::monostate, std::vector<bool>>());
  CHECK(all_are_0<rill::le<int>, rill::be<found>, rill::fixed_text<4>,
                  rill::padding<2>, rill::leb128<int>>());
  CHECK(all_are_0<decltype(rill::binary_compact),
                  decltype(rill::binary_tagged)>());
}

TEST_CASE("binary/binary_sight: differs for each form that a program adds") {
  CHECK(all_differ<bare, lined, named, hooked, hooked_for_any>());
  // A hook replaces the form of a text.
  CHECK(binary_sight_of<hooked_text> == binary_sight_of<hooked>);
}

TEST_CASE("binary/binary_sight: is the same for a const type") {
  CHECK(binary_sight_of<hooked const> == binary_sight_of<hooked>);
  CHECK(binary_sight_of<std::vector<named> const> ==
        binary_sight_of<std::vector<named>>);
}

template <class T>
using vector_of = std::vector<T>;
template <class T>
using rows_of = std::vector<std::list<T>>;
template <class T>
using array_of = T[3];
template <class T>
using table_of = T[3][4];
template <class T>
using std_array_of = std::array<T, 2>;
template <class T>
using span_of = std::span<T const>;
template <class T>
using map_to = std::map<int, T>;
template <class T>
using map_from = std::map<T, int>;
template <class T>
using set_of = std::set<T>;
template <class T>
using stack_of = std::stack<T>;
template <class T>
using optional_of = std::optional<T>;
template <class T>
using owner_of = std::unique_ptr<T>;
template <class T>
using owner_of_const = std::unique_ptr<T const>;
template <class T>
using variant_of = std::variant<int, T>;
template <class T>
using pair_of = std::pair<T, char>;
template <class T>
using tuple_of = std::tuple<int, char, T>;
template <class T>
using reference_to = std::reference_wrapper<T>;
template <class T>
struct structure_of {
  int number;
  T value;
};
template <class T>
using numbered_of = rill::detail::numbered_part<3, T>;

TEST_CASE("binary/binary_sight: contains elements, members and alternatives") {
  CHECK(contains<vector_of>());
  CHECK(contains<rows_of>());
  CHECK(contains<array_of>());
  CHECK(contains<table_of>());
  CHECK(contains<std_array_of>());
  CHECK(contains<span_of>());
  CHECK(contains<map_to>());
  CHECK(contains<map_from>());
  CHECK(contains<set_of>());
  CHECK(contains<stack_of>());
  CHECK(contains<optional_of>());
  CHECK(contains<owner_of>());
  CHECK(contains<owner_of_const>());
  CHECK(contains<variant_of>());
  CHECK(contains<pair_of>());
  CHECK(contains<tuple_of>());
  CHECK(contains<reference_to>());
  CHECK(contains<structure_of>());
  CHECK(contains<numbered_of>());
}

TEST_CASE("binary/binary_sight: contains enumerations in a layout") {
  CHECK(binary_sight_of<rill::le<named>> != 0);
  CHECK(binary_sight_of<rill::be<named>> != 0);
  CHECK(binary_sight_of<std::atomic<named>> != 0);
  CHECK(binary_sight_of<std::vector<rill::le<named>>> != 0);
}

TEST_CASE("binary/binary_sight: contains what is deeper inside") {
  CHECK(binary_sight_of<outer> != 0);
  CHECK(binary_sight_of<with_array> != 0);
  CHECK(binary_sight_of<lined_with_hooked> != 0);
  CHECK(binary_sight_of<converting> != 0);
  CHECK(binary_sight_of<std::map<int, std::vector<std::optional<outer>>>> != 0);
}

TEST_CASE("binary/binary_sight: ends in a type that contains itself") {
  CHECK(binary_sight_of<tree> != 0);
  CHECK(binary_sight_of<std::vector<tree>> != 0);
  CHECK(binary_sight_of<chain> != 0);
  CHECK(binary_sight_of<std::unique_ptr<chain>> != 0);
}

TEST_CASE("binary/binary_sight: of a call depends on the order of types") {
  CHECK(binary_sight_of_call<> == 0);
  CHECK(binary_sight_of_call<int, bare const&> == 0);
  CHECK(binary_sight_of_call<int, hooked&> != 0);
  CHECK(binary_sight_of_call<hooked, bare> !=
        binary_sight_of_call<bare, hooked>);
  CHECK(binary_sight_of_call<hooked, bare> !=
        binary_sight_of_call<hooked, hooked>);
  CHECK(all_differ<std::tuple<hooked, bare>, std::tuple<bare, hooked>,
                   std::tuple<hooked, hooked>, std::tuple<lined, bare>>());
}
