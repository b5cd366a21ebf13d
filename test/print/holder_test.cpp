// test/print/holder_test.cpp: optionals, variants, expected values,
// references, pointers that are classes.
#include <doctest/doctest.h>
#include <rill/types.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>
#if __has_include(<expected>)
#include <expected>
#endif

namespace {

// Has the members of boost::optional<int&>.
struct optional_reference {
  int* pointer = nullptr;
  bool has_value() const { return pointer != nullptr; }
  int& operator*() const { return *pointer; }
  int& value() const { return *pointer; }
};

// Has the members of tl::expected<std::string, int>.
struct expected_of_another {
  std::string text;
  int code = 0;
  bool has_value() const { return code == 0; }
  std::string const& operator*() const { return text; }
  std::string const& value() const { return text; }
  int const& error() const { return code; }
};

struct throws_when_copied {
  throws_when_copied() = default;
  throws_when_copied(throws_when_copied const&) { throw 1; }
  friend void rill_print(auto& out, throws_when_copied const&) { out("t"); }
};

struct json;
using json_values = std::vector<json>;
using json_members = std::map<std::string, json>;
struct json : std::variant<std::nullptr_t, bool, double, std::string,
                           json_values, json_members> {
  using variant::variant;
};

}  // namespace

TEST_CASE("print/container: an optional is its value in debug form, or none") {
  CHECK(rill::concat(std::optional(3)) == "3");
  CHECK(rill::concat(std::optional<int>()) == "none");
  CHECK(rill::concat(std::optional(std::string("a\n"))) == R"("a\n")");
  CHECK(rill::concat(std::optional('c')) == "'c'");
  CHECK(rill::concat(std::vector<std::optional<std::optional<char>>>(1)) ==
        "[none]");
  CHECK(rill::concat(std::vector<std::optional<char>>{'x', {}}) ==
        "['x', none]");
  int number = 5;
  CHECK(rill::concat(optional_reference{&number}, optional_reference()) ==
        "5none");
  std::optional<std::unique_ptr<int>> const owner(nullptr);
  CHECK(rill::concat(owner) == "nullptr");
}

TEST_CASE("print/container: a variant is what it holds, in debug form") {
  using several = std::variant<int, std::string, int, std::vector<char>>;
  CHECK(rill::concat(several(std::in_place_index<0>, 1)) == "1");
  CHECK(rill::concat(several("x")) == R"("x")");
  CHECK(rill::concat(several(std::in_place_index<2>, 2)) == "2");
  CHECK(rill::concat(several(std::vector{'a'})) == "['a']");
  CHECK(rill::concat(std::map<int, several>{{1, "x"}}) == R"({1: "x"})");
  std::variant<int, throws_when_copied> broken = 1;
  throws_when_copied const bad;
  CHECK_THROWS(broken.emplace<1>(bad));
  CHECK(rill::concat(broken) == "valueless");
}

TEST_CASE("print/container: variants of themselves, by way of containers") {
  json const value = json_values{
      json(1.5), json(true), json(nullptr), json(std::string("q\"")),
      json(json_members{{"k", json(json_values())}})};
  CHECK(rill::concat(value) == R"([1.5, true, nullptr, "q\"", {"k": []}])");
}

TEST_CASE("print/container: expected values") {
  CHECK(rill::concat(expected_of_another{"x", 0}) == R"("x")");
  CHECK(rill::concat(expected_of_another{"x", 7}) == "unexpected(7)");
#ifdef __cpp_lib_expected
  using count = std::expected<int, std::string>;
  CHECK(rill::concat(count(3)) == "3");
  CHECK(rill::concat(count(std::unexpected("bad"))) == R"(unexpected("bad"))");
  using done = std::expected<void, int>;
  CHECK(rill::concat(done()) == "()");
  CHECK(rill::concat(std::vector{done(), done(std::unexpected(4))}) ==
        "[(), unexpected(4)]");
#endif
}

TEST_CASE("print/container: a reference is what it refers to") {
  std::string name = "a b";
  CHECK(rill::concat(std::ref(name), std::cref(name)) == "a ba b");
  CHECK(rill::concat(std::vector{std::ref(name)}) == R"(["a b"])");
  CHECK(rill::concat(rill::debug(std::ref(name))) == R"("a b")");
  CHECK(rill::concat(std::optional(std::ref(name))) == R"("a b")");
  CHECK(rill::concat(rill::pretty(std::vector{std::ref(name)})) ==
        R"(["a b"])");
  std::vector const numbers = {1, 2};
  CHECK(rill::concat(std::cref(numbers)) == "[1, 2]");
  CHECK(rill::concat(rill::right(std::ref(name), 5)) == "  a b");
}

TEST_CASE("print/container: pointers inside others are addresses or nullptr") {
  auto const shared = std::make_shared<int>(7);
  std::weak_ptr<int> const weak = shared;
  std::string const address = rill::concat(rill::ptr(shared.get()));
  CHECK(rill::concat(std::pair(shared, weak)) ==
        "(" + address + ", " + address + ")");
  CHECK(rill::concat(std::vector<std::unique_ptr<int>>(2)) ==
        "[nullptr, nullptr]");
  CHECK(rill::concat(rill::debug(shared)) == address);
  CHECK(rill::concat(std::pair(std::shared_ptr<void>(),
                               std::weak_ptr<int>())) == "(nullptr, nullptr)");
}

TEST_CASE("print/container: at the top a pointer is not printed by itself") {
  static_assert(!rill::printable<std::unique_ptr<int>>);
  static_assert(!rill::printable<std::shared_ptr<int>>);
  static_assert(!rill::printable<std::weak_ptr<int>>);
  static_assert(!rill::printable<int*>);
  static_assert(rill::printable<std::vector<int*>>);
  static_assert(rill::printable<std::optional<std::unique_ptr<int>>>);
}

TEST_CASE("print/container: the address in a pointer that is a class") {
  auto const shared = std::make_shared<int>(7);
  auto const owner = std::make_unique<int[]>(2);
  std::weak_ptr<int> weak = shared;
  CHECK((rill::ptr(shared).value == shared.get()));
  CHECK((rill::ptr(owner).value == owner.get()));
  CHECK((rill::ptr(weak).value == shared.get()));
  weak.reset();
  CHECK((rill::ptr(weak).value == nullptr));
}
