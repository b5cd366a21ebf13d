// test/shape/fields_test.cpp: the lines RILL_FIELDS and RILL_ENUM.
// covers: rill/shape/reflection.h
// covers: rill/shape/fields.h
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <string>
#include <type_traits>

using rill::detail::enumerator_names;
using rill::detail::field_names;
using rill::detail::find_enumerator;
using rill::detail::shape;
using rill::detail::shape_of;
using rill::detail::type_list;
using rill::detail::with_fields;

namespace fielded {

struct point {
  int x, y;
};
RILL_FIELDS(point, x, y)

// A line that ends with a semicolon and names no member.
struct nothing {
  int unnamed = 0;
};
RILL_FIELDS(nothing);

class account {
 public:
  account(int number, std::string owner)
      : number_(number), owner_(static_cast<std::string&&>(owner)) {}
  RILL_FIELDS(account, number_, owner_)

 private:
  int number_;
  std::string owner_;
};

template <class T>
struct box {
  T value;
  RILL_FIELDS(box, value);
};

struct based : point {
  int z;
};
RILL_FIELDS(based, z, y)
struct without_line : point {
  int z;
};

class hidden_line {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
  RILL_FIELDS(hidden_line, x_)
};

struct bits {
  unsigned low : 3;
  unsigned high : 5;
};
RILL_FIELDS(bits, low, high)

enum large { small_one = 1, large_one = 100000 };
RILL_ENUM(large, large_one, small_one)

class holder {
 public:
  enum class kind { a, b, c = 5000 };
  RILL_ENUM(kind, a, c);
  enum other { d, e };
  RILL_ENUM(other, e)
};

template <class T>
struct of_template {
  enum class kind { first = 999, second };
  RILL_ENUM(kind, first, second)
};

// A line with 64 names.
#define EIGHT(n) n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7
struct large_one_of_64 {
  int EIGHT(a), EIGHT(b), EIGHT(c), EIGHT(d), EIGHT(e), EIGHT(f), EIGHT(g),
      EIGHT(h);
};
RILL_FIELDS(large_one_of_64, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4,
            b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5,
            d6, d7, e0, e1, e2, e3, e4, e5, e6, e7, f0, f1, f2, f3, f4, f5, f6,
            f7, g0, g1, g2, g3, g4, g5, g6, g7, h0, h1, h2, h3, h4, h5, h6, h7)

}  // namespace fielded

namespace {

template <class T>
std::string listed() {
  std::string all;
  for (rill::text const& name : field_names<T>) {
    if (!all.empty()) all += ' ';
    all += std::string(name);
  }
  return all;
}
template <class E>
std::string listed_values() {
  std::string all;
  for (auto const& one : enumerator_names<E>) {
    if (!all.empty()) all += ' ';
    all += std::string(one.name) + '=' +
           std::to_string(static_cast<long long>(one.value));
  }
  return all;
}

template <class T>
using parts_of = rill::detail::parts<T>;

}  // namespace

TEST_CASE("shape/fields: the names and types of what a line names") {
  CHECK(listed<fielded::point>() == "x y");
  CHECK(listed<fielded::nothing>() == "");
  CHECK(listed<fielded::account>() == "number_ owner_");
  CHECK(listed<fielded::box<int>>() == "value");
  CHECK(listed<fielded::based>() == "z y");
  CHECK(field_names<fielded::nothing>.size() == 0);
  static_assert(
      std::is_same_v<parts_of<fielded::account>, type_list<int, std::string>>);
  static_assert(
      std::is_same_v<parts_of<fielded::bits>, type_list<unsigned, unsigned>>);
  static_assert(std::is_same_v<parts_of<fielded::nothing>, type_list<>>);
}

TEST_CASE("shape/fields: a line is for its type alone, and public") {
  static_assert(shape_of<fielded::point> == shape::fields);
  static_assert(shape_of<fielded::account> == shape::fields);
  static_assert(shape_of<fielded::box<std::string>> == shape::fields);
  static_assert(shape_of<fielded::based> == shape::fields);
  static_assert(shape_of<fielded::without_line> == shape::none);
  static_assert(shape_of<fielded::hidden_line> == shape::none);
}

TEST_CASE("shape/fields: the members themselves") {
  fielded::point p{1, 2};
  with_fields(p, [&](auto, int& x, int& y) {
    CHECK(&x == &p.x);
    y = 7;
  });
  CHECK(p.y == 7);
  fielded::account const a(3, "Ada");
  with_fields(a, [](auto names, int const& number, std::string const& owner) {
    CHECK(std::string(names()) == "number_, owner_");
    CHECK(number == 3);
    CHECK(owner == "Ada");
  });
  constexpr fielded::box<int> known{42};
  static_assert(with_fields(known, [](auto, int value) { return value; }) ==
                42);
}

TEST_CASE("shape/fields: 64 names") {
  CHECK(field_names<fielded::large_one_of_64>.size() == 64);
  fielded::large_one_of_64 value{};
  with_fields(value, [](auto, auto&... members) {
    int number = 0;
    ((members = ++number), ...);
  });
  CHECK(value.a0 == 1);
  CHECK(value.h7 == 64);
  CHECK(std::string(field_names<fielded::large_one_of_64>.begin()[63]) == "h7");
}

TEST_CASE("shape/fields: enumerations whose names stand in a line") {
  CHECK(listed_values<fielded::large>() == "large_one=100000 small_one=1");
  CHECK(listed_values<fielded::holder::kind>() == "a=0 c=5000");
  CHECK(listed_values<fielded::holder::other>() == "e=1");
  CHECK(listed_values<fielded::of_template<int>::kind>() ==
        "first=999 second=1000");
  static_assert(shape_of<fielded::large> == shape::enumeration);
  static_assert(find_enumerator(fielded::holder::kind::b) == nullptr);
  static_assert(find_enumerator<fielded::holder::kind>("c")->value ==
                fielded::holder::kind::c);
}
