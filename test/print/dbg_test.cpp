// test/print/dbg_test.cpp: how the text of a call is split into its
// expressions, and what dbg returns. test/system/dbg_test.py tests what it
// prints.
#include <doctest/doctest.h>
#include <rill/debug.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using rill::detail::expression_list;

std::vector<std::string> split(char const* text, bool with_angles = false) {
  expression_list list(text, with_angles);
  std::vector<std::string> found;
  for (rill::text one = list.next(); one.size != 0; one = list.next())
    found.emplace_back(one.data, one.size);
  return found;
}

using texts = std::vector<std::string>;

int of_this(int n) { return rill::dbg.off()(n) + 1; }

}  // namespace

TEST_CASE("print/dbg: expressions end at commas outside of brackets") {
  CHECK(split("") == texts{});
  CHECK(split("a") == texts{"a"});
  CHECK(split("a, b+c") == texts{"a", "b+c"});
  CHECK(split("f(a, b), v[{1, 2}], (c, d)") ==
        texts{"f(a, b)", "v[{1, 2}]", "(c, d)"});
  CHECK(split("std::vector{1, 2}") == texts{"std::vector{1, 2}"});
}

TEST_CASE("print/dbg: commas in literals do not count") {
  CHECK(split(R"("a, \"b", ',', '\'', c)") ==
        texts{R"("a, \"b")", "','", R"('\'')", "c"});
  CHECK(split("1'000, L',', 0x1'F, u8\"x,y\"") ==
        texts{"1'000", "L','", "0x1'F", "u8\"x,y\""});
  CHECK(split("R\"(a, \")\", R\"x(, )\" )x\", b") ==
        texts{"R\"(a, \")\"", "R\"x(, )\" )x\"", "b"});
  CHECK(split("uR\"(,)\", aR, \"x\"") == texts{"uR\"(,)\"", "aR", "\"x\""});
}

TEST_CASE("print/dbg: angles are brackets when that is the only way") {
  CHECK(split("std::pair<int, long>(1, 2), b", true) ==
        texts{"std::pair<int, long>(1, 2)", "b"});
  CHECK(split("a->b, c", true) == texts{"a->b", "c"});
  CHECK(split("f<g<int, 2>, 3>(), d", true) == texts{"f<g<int, 2>, 3>()", "d"});
}

TEST_CASE("print/dbg: texts that end too early end") {
  for (char const* const broken :
       {"\"a", "'", "R\"x(", "R\"", "(", "a\\", "\"\\", ")", ">,", "R\"x()y\""})
    for (bool const with_angles : {false, true})
      CHECK(split(broken, with_angles).size() <= 2);
}

TEST_CASE("print/dbg: an lvalue is returned itself, a temporary by value") {
  int n = 1;
  int const fixed = 2;
  static_assert(std::is_same_v<decltype(rill::dbg(n)), int&>);
  static_assert(std::is_same_v<decltype(rill::dbg(fixed)), int const&>);
  static_assert(std::is_same_v<decltype(rill::dbg(n + 1)), int>);
  static_assert(std::is_same_v<decltype(rill::dbg(std::move(n))), int>);
  static_assert(std::is_same_v<decltype(rill::dbg("a")), char const(&)[2]>);
  static_assert(
      std::is_same_v<decltype(rill::dbg(n, 2L)), std::tuple<int&, long>>);
  static_assert(std::is_same_v<decltype(rill::dbg()), void>);
  rill::dbg.off()(n) = 5;
  CHECK(n == 5);
  CHECK(of_this(4) == 5);
  std::unique_ptr<int> const owner = rill::dbg.off()(std::make_unique<int>(7));
  CHECK(*owner == 7);
  auto const [a, b] = rill::dbg.off()(n, std::string("x"));
  CHECK(a == 5);
  CHECK(b == "x");
}

TEST_CASE("print/dbg: a constant is a constant") {
  constexpr int n = rill::dbg(3) + 1;
  static_assert(n == 4);
  CHECK(n == 4);
}
