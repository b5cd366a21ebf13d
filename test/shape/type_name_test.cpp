// test/shape/type_name_test.cpp: the names of types, with their namespaces and
// without.
// covers: rill/shape/own_name.h, rill/shape/shape.h
#include <doctest/doctest.h>
#include <rill/rill.h>
#include <rill/shape/own_name.h>
#include <rill/shape/shape.h>

#include <string>
#include <vector>

using rill::detail::own_name;

namespace {

template <class T>
std::string own() {
  return std::string(own_name<T>);
}
template <class T>
std::string whole() {
  return std::string(rill::detail::whole_type_name<T>());
}

struct hidden {
  template <class T>
  struct box {};
};

// Returns a structure that is local to a function template.
template <class T>
auto local_of(T) {
  struct local {
    T value;
  };
  return local();
}

}  // namespace

namespace names {
struct point {
  auto local_of_a_const_function(int) const {
    struct local {};
    return local();
  }
};
template <class T>
struct box {
  struct inner {};
  enum class kind { first };
};
template <class T, char C, bool B, int N>
struct several {};
inline namespace v2 {
struct versioned {};
}  // namespace v2
enum class color { red };
}  // namespace names

// Types that a program declares in namespace rill. It should not, but the
// library must not take them for its own.
namespace rill {
struct mine {
  int a, b;
};
struct text_of_mine {
  int a;
};
namespace mine_too {
struct text {
  int a;
};
}  // namespace mine_too
}  // namespace rill

TEST_CASE("shape/shape: the whole name has its namespaces") {
  CHECK(whole<int>() == "int");
  CHECK(whole<names::point>() == "names::point");
  CHECK(whole<names::box<int>::inner>() == "names::box<int>::inner");
  CHECK(rill::detail::is_of_rill<rill::text>);
  CHECK_FALSE(rill::detail::is_of_rill<names::box<rill::text>>);
}

TEST_CASE("shape/shape: the library's own classes") {
  using rill::detail::is_of_rill;
  CHECK(is_of_rill<rill::aligned_block>);
  CHECK(is_of_rill<rill::writer_device>);
  CHECK(is_of_rill<rill::file>);
  CHECK(is_of_rill<rill::copy_options>);
  CHECK(is_of_rill<decltype(rill::hex(1))>);
  CHECK(is_of_rill<decltype(rill::hex(rill::mine()))>);
  CHECK(is_of_rill<rill::detail::line_end>);
  CHECK(is_of_rill<rill::basic_result<int, rill::error>>);
}

TEST_CASE("shape/shape: classes that a program puts into namespace rill") {
  using rill::detail::is_of_rill;
  CHECK_FALSE(is_of_rill<rill::mine>);
  CHECK_FALSE(is_of_rill<rill::text_of_mine>);
  CHECK_FALSE(is_of_rill<rill::mine_too::text>);
  CHECK(rill::concat(rill::mine{1, 2}) == "mine{1, 2}");
}

TEST_CASE("shape/shape: the own name is without what is around it") {
  CHECK(own<names::point>() == "point");
  CHECK(own<names::versioned>() == "versioned");
  CHECK(own<names::color>() == "color");
  CHECK(own<hidden>() == "hidden");
  CHECK(own<names::box<int>::inner>() == "inner");
  CHECK(own<names::box<int>::kind>() == "kind");
  struct local {};
  CHECK(own<local>() == "local");
  CHECK(own<decltype(local_of(1))>() == "local");
  CHECK(own<decltype(names::point().local_of_a_const_function(1))>() ==
        "local");
  auto const in_lambda = [] {
    struct deeper {};
    return deeper();
  };
  CHECK(own<decltype(in_lambda())>() == "deeper");
}

TEST_CASE("shape/shape: what is in angle brackets is without it too") {
  using names::box;
  struct local {};
  CHECK(own<box<int>>() == "box<int>");
  CHECK(own<box<names::point>>() == "box<point>");
  CHECK(own<box<local>>() == "box<local>");
  CHECK(own<hidden::box<hidden>>() == "box<hidden>");
  CHECK(own<box<box<names::point>>>() == "box<box<point>>");
  CHECK(own<box<names::point const>>() == "box<const point>");
  CHECK(own<box<names::point*>>() == "box<point*>");
  CHECK(own<box<names::point&>>() == "box<point&>");
  CHECK(own<names::several<names::point, 'x', true, -3>>() ==
        "several<point, 'x', true, -3>");
}

TEST_CASE("shape/shape: integers are called as in a program") {
  using names::box;
  CHECK(own<box<short>>() == "box<short>");
  CHECK(own<box<long>>() == "box<long>");
  CHECK(own<box<long long>>() == "box<long long>");
  CHECK(own<box<unsigned>>() == "box<unsigned int>");
  CHECK(own<box<unsigned short>>() == "box<unsigned short>");
  CHECK(own<box<unsigned long>>() == "box<unsigned long>");
  CHECK(own<box<unsigned long long>>() == "box<unsigned long long>");
  CHECK(own<box<unsigned char>>() == "box<unsigned char>");
}

TEST_CASE("shape/shape: a type without a name has none") {
  struct {
    int x = 0;
  } const nameless;
  auto const lambda = [] {};
  CHECK(own<std::remove_const_t<decltype(nameless)>>() == "");
  CHECK(own<std::remove_const_t<decltype(lambda)>>() == "");
  CHECK(nameless.x == 0);
}

TEST_CASE("shape/shape: names are known to the compiler") {
  static_assert(own_name<names::point>.size == 5);
  static_assert(own_name<names::point>.data[0] == 'p');
}
