// test/shape/sight_test.cpp: what a file sees of types that it prints.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/types.h>

#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

// covers: shape/sight.h, print/printed_sight.h

namespace sights {

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
  friend void rill_print(auto& out, hooked const& h) { out(h.a); }
};
struct hooked_by_writer {
  int a;
  friend void rill_print(rill::writer& out, hooked_by_writer const& h) {
    rill::print(out, h.a);
  }
};
struct left {
  char letter;
};

struct tree {
  std::vector<tree> below;
  hooked value;
};
struct plain_tree {
  std::vector<plain_tree> below;
};

}  // namespace sights

template <>
struct rill::leaf<sights::left> {
  static constexpr std::size_t max_size = 1;
  static constexpr char* write(char* out, sights::left const& v) noexcept {
    *out = v.letter;
    return out + 1;
  }
};

namespace {

using rill::detail::sight_of;

template <class... T>
constexpr bool all_differ() {
  rill::detail::sight const all[] = {sight_of<T>...};
  for (std::size_t i = 0; i != sizeof...(T); ++i)
    for (std::size_t j = 0; j != i; ++j)
      if (all[i] == all[j]) return false;
  return true;
}

}  // namespace

TEST_CASE("shape/sight: is 0 for what the definitions of types decide") {
  using namespace sights;
  CHECK(sight_of<int> == 0);
  CHECK(sight_of<char[5]> == 0);
  CHECK(sight_of<std::string> == 0);
  CHECK(sight_of<char const*> == 0);
  CHECK(sight_of<bare> == 0);
  CHECK(sight_of<lined_inside> == 0);
  CHECK(sight_of<found> == 0);
  CHECK(sight_of<plain_tree> == 0);
  CHECK(sight_of<std::vector<std::optional<bare>>> == 0);
  CHECK(sight_of<decltype(rill::right(rill::hex(1), 8))> == 0);
}

TEST_CASE("shape/sight: differs for each form that a program adds") {
  using namespace sights;
  CHECK(all_differ<bare, lined, named, hooked, hooked_by_writer, left>());
}

TEST_CASE("shape/sight: contains the elements, members and alternatives") {
  using namespace sights;
  CHECK(sight_of<std::vector<hooked>> != 0);
  CHECK(sight_of<std::vector<std::vector<named>>> != 0);
  CHECK(sight_of<hooked[3]> != 0);
  CHECK(sight_of<std::tuple<int, lined>> != 0);
  CHECK(sight_of<std::variant<int, left>> != 0);
  CHECK(sight_of<std::optional<hooked>> != 0);
  CHECK(sight_of<tree> != 0);
  CHECK(sight_of<std::vector<tree>> != 0);
  CHECK(all_differ<std::tuple<hooked, bare>, std::tuple<bare, hooked>,
                   std::tuple<hooked, hooked>, std::tuple<lined, bare>>());
}

TEST_CASE("shape/sight: contains the values of wrappers") {
  using namespace sights;
  hooked one{1};
  hooked* const pointer = &one;
  std::vector<hooked> many;
  std::vector<bare> bares;
  CHECK(sight_of<decltype(rill::right(one, 8))> != 0);
  CHECK(sight_of<decltype(rill::debug(one))> != 0);
  CHECK(sight_of<decltype(rill::pretty(many))> != 0);
  CHECK(sight_of<decltype(rill::join(many, ", "))> != 0);
  CHECK(sight_of<decltype(rill::join(bares, one))> != 0);
  CHECK(sight_of<decltype(rill::join(
            bares, ", ", [&](bare const&) -> auto& { return one; }))> != 0);
  CHECK(sight_of<decltype(rill::rows(many))> != 0);
  CHECK(sight_of<decltype(rill::deref(pointer))> != 0);
  CHECK(sight_of<decltype(rill::tr("{0}", one))> != 0);
  CHECK(sight_of<decltype(rill::when(true, 1, one))> != 0);
  CHECK(sight_of<decltype(rill::join(bares, ", "))> == 0);
}

TEST_CASE("shape/sight: an argument in place of a value prints as the value") {
  using namespace sights;
  char text[64];
  auto const print = [&](auto const&... args) {
    auto const end = rill::format_into(text, args...).end;
    return std::string(&text[0], end);
  };
  hooked const one{1};
  CHECK(print(rill::detail::as_seen(one)) == "1");
  CHECK(print("a ", rill::detail::as_seen(one), 'b', named::one) == "a 1bone");
  CHECK(print(std::vector{lined{1, 2}}, left{'x'}) == "[lined{a: 1, b: 2}]x");
}
