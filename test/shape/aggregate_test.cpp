// test/shape/aggregate_test.cpp: which structures are plain, and their
// members.
// covers: rill/shape/aggregate.h
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <any>
#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

using rill::detail::derived_structure;
using rill::detail::large_structure;
using rill::detail::member_count;
using rill::detail::member_types;
using rill::detail::plain_structure;
using rill::detail::shape;
using rill::detail::shape_of;
using rill::detail::type_list;
using rill::detail::uncounted_structure;
using rill::detail::with_members;

namespace {

// The compiler is the oracle: a structured binding of another length than the
// number of members does not compile.
template <class T, int Count>
inline constexpr bool is_plain_of =
    plain_structure<T> && member_count<T> == Count;

struct empty {};
struct pair_of_int {
  int x, y;
};
static_assert(is_plain_of<empty, 0>);
static_assert(is_plain_of<pair_of_int, 2>);
static_assert(is_plain_of<timespec, 2>);

// An array is one member. So is a structure, whatever its members are.
struct arrays {
  char name[300];
  int id;
  double matrix[2][3];
};
struct only_array {
  int values[3];
};
struct nested {
  pair_of_int first;
  pair_of_int second;
  empty nothing;
  pair_of_int several[2];
  std::string name;
};
static_assert(is_plain_of<arrays, 3>);
static_assert(is_plain_of<only_array, 1>);
static_assert(is_plain_of<nested, 5>);
static_assert(std::is_same_v<member_types<arrays>,
                             type_list<char[300], int, double[2][3]>>);

struct references {
  int& r;
  std::string const& s;
};
struct constants {
  int const a;
  std::string const b;
};
struct only_moved {
  std::unique_ptr<int> one;
  std::vector<std::unique_ptr<int>> many;
};
struct not_moved {
  std::atomic<int> counter;
  std::mutex mutex;
  int value;
};
struct reference_and_moved {
  int& r;
  std::unique_ptr<int> one;
};
struct bit_fields {
  unsigned a : 1, b : 3;
  int c : 4;
  bool d : 1;
};
static_assert(is_plain_of<references, 2>);
static_assert(is_plain_of<constants, 2>);
static_assert(is_plain_of<only_moved, 2>);
static_assert(is_plain_of<not_moved, 3>);
static_assert(is_plain_of<reference_and_moved, 2>);
static_assert(is_plain_of<bit_fields, 4>);
static_assert(
    std::is_same_v<member_types<references>, type_list<int, std::string>>);
static_assert(std::is_same_v<member_types<bit_fields>,
                             type_list<unsigned, unsigned, int, bool>>);

// Members that convert from any value, and members without a default
// constructor.
struct from_anything {
  template <class T>
  from_anything(T const&) {}
  from_anything() = default;
};
struct takes_anything {
  from_anything first;
  std::any any;
  std::function<void()> function;
  std::optional<int> optional;
  std::variant<int, std::string> variant;
};
class not_by_itself {
 public:
  explicit not_by_itself(int value) : value_(value) {}
  int value_;
};
struct without_default {
  not_by_itself first;
  int second;
};
struct with_initializers {
  not_by_itself first{3};
  std::string second;
  int third = 4;
};
struct initializer_behind {
  int first;
  not_by_itself second{3};
  std::string third;
};
struct explicit_default {
  explicit explicit_default(int value = 0) : value_(value) {}
  int value_;
};
struct with_explicit_default {
  std::string first;
  explicit_default second;
  int third;
};
static_assert(is_plain_of<takes_anything, 5>);
static_assert(is_plain_of<without_default, 2>);
static_assert(is_plain_of<with_initializers, 3>);
static_assert(is_plain_of<initializer_behind, 3>);
static_assert(is_plain_of<with_explicit_default, 3>);

// Base classes, with and without members.
struct empty_base {};
struct of_base : pair_of_int {
  int z;
};
struct of_empty_base : empty_base {
  int a, b;
};
struct of_both : empty_base, pair_of_int {};
struct of_base_alone : empty_base {};
struct of_base_and_reference : pair_of_int {
  int& r;
};
struct with_member_of_base_type {
  empty_base first;
  int second;
};
static_assert(derived_structure<of_base>);
static_assert(derived_structure<of_empty_base>);
static_assert(derived_structure<of_both>);
static_assert(derived_structure<of_base_alone>);
static_assert(derived_structure<of_base_and_reference>);
static_assert(shape_of<of_base> == shape::none);
static_assert(is_plain_of<with_member_of_base_type, 2>);

// Types that are not aggregates, and aggregates without countable members.
class with_private {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
};
struct with_constructor {
  with_constructor() {}
  int x = 0;
};
union a_union {
  int i;
  float f;
};
struct reference_and_array {
  int& r;
  char name[4];
};
static_assert(shape_of<with_private> == shape::none);
static_assert(shape_of<with_constructor> == shape::none);
static_assert(shape_of<a_union> == shape::none);
static_assert(uncounted_structure<reference_and_array>);
static_assert(shape_of<std::array<int, 2>> == shape::range);
static_assert(shape_of<std::initializer_list<int>> == shape::range);

// A structured binding of these does not compile.
struct with_anonymous_union {
  char name[64];
  union {
    int i;
    float f;
  };
};
struct only_anonymous_union {
  union {
    int i;
    float f;
  };
};
struct reference_and_anonymous_union {
  int& r;
  union {
    int i;
    float f;
  };
  int last;
};
struct with_unnamed_types {
  struct {
    int x, y;
  } place;
  union {
    int i;
    float f;
  } value;
};
using rill::detail::anonymous_union;
using rill::detail::has_anonymous_member;
static_assert(std::is_same_v<member_types<with_anonymous_union>,
                             type_list<anonymous_union>>);
static_assert(std::is_same_v<member_types<only_anonymous_union>,
                             type_list<anonymous_union>>);
static_assert(std::is_same_v<member_types<reference_and_anonymous_union>,
                             type_list<anonymous_union>>);
static_assert(!has_anonymous_member<with_unnamed_types>);

// The union has no destructor, so the structure has one that knows the member.
// clang does not count the members of such a structure.
struct with_text_in_union {
  int kind;
  union {
    int i;
    std::string s;
  };
  ~with_text_in_union() {}
};
struct text_and_array_beside_union {
  std::string name;
  int numbers[2];
  union {
    int i;
    std::string s;
  };
  ~text_and_array_beside_union() {}
};
struct fixed_optionals {
  std::optional<std::string> name;
  std::optional<int> number;
  std::atomic<int> count;
  int numbers[3];
  ~fixed_optionals() {}
};
template <class T>
constexpr bool is_refused() {
  if constexpr (plain_structure<T>) return has_anonymous_member<T>;
  return true;
}
static_assert(is_refused<with_text_in_union>());
static_assert(is_refused<text_and_array_beside_union>());
static_assert(!is_refused<fixed_optionals>());
static_assert(!has_anonymous_member<arrays>);
static_assert(!has_anonymous_member<only_array>);
static_assert(!has_anonymous_member<nested>);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wgnu-anonymous-struct"
#pragma GCC diagnostic ignored "-Wnested-anon-types"
#endif
struct with_anonymous_structure {
  int n;
  struct {
    int x, y;
  };
};
#pragma GCC diagnostic pop
static_assert(std::is_same_v<member_types<with_anonymous_structure>,
                             type_list<rill::detail::anonymous_structure>>);

template <class T>
struct box {
  T value;
};
static_assert(is_plain_of<box<int>, 1>);
static_assert(is_plain_of<box<box<int[2]>>, 1>);

// Numbers of members from 7 to 72. Above 64 members the count is 65.
#define EIGHT(n) int n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7;
#define COUNTED(name, count, ...) \
  struct name {                   \
    __VA_ARGS__                   \
  };                              \
  static_assert(member_count<name> == count);
COUNTED(m7, 7, int a, b, c, d, e, f, g;)
COUNTED(m8, 8, EIGHT(a))
COUNTED(m9, 9, EIGHT(a) short b[4];)
COUNTED(m15, 15, EIGHT(a) int i, j, k, l, m, n, o;)
COUNTED(m16, 16, EIGHT(a) EIGHT(b))
COUNTED(m17, 17, EIGHT(a) EIGHT(b) std::string s;)
COUNTED(m31, 31, EIGHT(a) EIGHT(b) EIGHT(c) int i, j, k, l, m, n, o;)
COUNTED(m32, 32, EIGHT(a) EIGHT(b) EIGHT(c) EIGHT(d))
COUNTED(m33, 33, EIGHT(a) EIGHT(b) EIGHT(c) EIGHT(d) char z[9];)
#define FIFTY_SIX EIGHT(a) EIGHT(b) EIGHT(c) EIGHT(d) EIGHT(e) EIGHT(f) EIGHT(g)
COUNTED(m63, 63, FIFTY_SIX int i, j, k, l, m, n, o;)
COUNTED(m64, 64, FIFTY_SIX EIGHT(h))
COUNTED(m65, 65, FIFTY_SIX EIGHT(h) char z[2];)
COUNTED(m72, 65, FIFTY_SIX EIGHT(h) EIGHT(i))
static_assert(plain_structure<m64>);
static_assert(large_structure<m65>);
static_assert(shape_of<m65> == shape::none);

constexpr auto sum = [](auto&... members) { return (members + ... + 0); };

}  // namespace

TEST_CASE("shape/aggregate: the members of a value, in their order") {
  pair_of_int point{3, 4};
  with_members(point, [](int& x, int& y) {
    CHECK(x == 3);
    y = 5;
  });
  CHECK(point.y == 5);
  pair_of_int const fixed{1, 2};
  with_members(fixed, [&](int const& x, int const& y) {
    CHECK(&x == &fixed.x);
    CHECK(&y == &fixed.y);
  });
  constexpr pair_of_int known{20, 22};
  static_assert(with_members(known, sum) == 42);
  empty nothing;
  CHECK(with_members(nothing, sum) == 0);
}

TEST_CASE("shape/aggregate: references, bit-fields and arrays as members") {
  int number = 7;
  std::string const text = "text";
  references const both{number, text};
  with_members(both, [&](int& r, std::string const& s) {
    CHECK(&r == &number);
    CHECK(&s == &text);
  });
  bit_fields const bits{1, 5, -3, true};
  with_members(bits, [](auto const& a, auto const& b, auto const& c, bool d) {
    CHECK(a == 1);
    CHECK(b == 5);
    CHECK(c == -3);
    CHECK(d);
  });
  arrays some{"name", 1, {{1, 2, 3}, {4, 5, 6}}};
  with_members(some, [&](char(&name)[300], int&, double(&matrix)[2][3]) {
    CHECK(&name[0] == &some.name[0]);
    CHECK(matrix[1][2] == 6);
  });
}

TEST_CASE("shape/aggregate: structures with 7 to 64 members") {
  // The function gets every member.
  auto const last_is_last = [](auto& value, int count) {
    int seen = 0;
    with_members(value, [&](auto&... members) {
      seen = sizeof...(members);
      ((static_cast<void>(members)), ...);
    });
    CHECK(seen == count);
  };
  m7 a{};
  last_is_last(a, 7);
  m9 b{};
  last_is_last(b, 9);
  m17 c{};
  last_is_last(c, 17);
  m33 d{};
  last_is_last(d, 33);
  m63 e{};
  last_is_last(e, 63);
  m64 f{};
  int number = 0;
  with_members(f, [&](auto&... members) { ((members = ++number), ...); });
  CHECK(f.a0 == 1);
  CHECK(f.a7 == 8);
  CHECK(f.d3 == 28);
  CHECK(f.h7 == 64);
}
