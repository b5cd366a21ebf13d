// test/print/enumeration_test.cpp: enumerations print by name.
#include <doctest/doctest.h>
#include <rill/stream.h>
#include <rill/types.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace printed_enumerations {

enum class color { red, green = 7, blue, alias = 7 };
enum class small : unsigned char { none, most = 255 };
enum class of_char : char { a = 'a' };
enum class of_bool : bool { yes = true };
enum class negative : short { least = -100 };
enum unfixed { three = 3 };
enum fixed : int { one = 1 };

enum class rights { none, read = 1, write = 2, execute = 4 };
enum class mode { in = 1, out = 2, both = 3, top = -2147483647 - 1 };
constexpr mode operator|(mode a, mode b) {
  return static_cast<mode>(static_cast<int>(a) | static_cast<int>(b));
}
enum class wide_bits : unsigned long long { low = 1, high = 1ULL << 63 };
constexpr wide_bits operator|(wide_bits a, wide_bits b) {
  return static_cast<wide_bits>(static_cast<unsigned long long>(a) |
                                static_cast<unsigned long long>(b));
}

enum listed { tiny = 1, huge = 70000 };
RILL_ENUM(listed, tiny, huge)
enum class listed_flags { low = 1, high = 1 << 20, odd = 99 };
RILL_ENUM(listed_flags, low, high)
constexpr listed_flags operator|(listed_flags a, listed_flags b) {
  return static_cast<listed_flags>(static_cast<int>(a) | static_cast<int>(b));
}

enum class hooked { first };
void rill_print(auto& out, hooked const&) { out("by its hook"); }
enum class hooked_with_line { first };
RILL_ENUM(hooked_with_line, first)
void rill_print(auto& out, hooked_with_line const&) { out("by its hook"); }

template <class T>
struct box {
  enum class kind { first };
};

template <class E>
std::string shown(long long number) {
  return rill::concat(static_cast<E>(number));
}

}  // namespace printed_enumerations

TEST_CASE("print/container: an enumerator is its name") {
  using namespace printed_enumerations;
  CHECK(rill::concat(color::red) == "red");
  CHECK(rill::concat(color::blue, ' ', color::red) == "blue red");
  CHECK(rill::concat(color::alias) == "green");
  CHECK(rill::concat(one) == "one");
  CHECK(rill::concat(small::most) == "most");
  CHECK(rill::concat(of_char::a) == "a");
  CHECK(rill::concat(of_bool::yes) == "yes");
  CHECK(rill::concat(negative::least) == "least");
  CHECK(rill::concat(box<int>::kind::first) == "first");
  enum class local { here };
  CHECK(rill::concat(local::here) == "here");
}

TEST_CASE("print/container: a value without a name is a number") {
  using namespace printed_enumerations;
  CHECK(shown<color>(3) == "color(3)");
  CHECK(shown<color>(-3) == "color(-3)");
  CHECK(shown<color>(2147483647) == "color(2147483647)");
  CHECK(shown<small>(200) == "small(200)");
  CHECK(shown<of_char>('b') == "of_char(98)");
  CHECK(shown<of_bool>(0) == "of_bool(0)");
  CHECK(shown<negative>(-101) == "negative(-101)");
  CHECK(rill::concat(static_cast<box<int>::kind>(4)) == "kind(4)");
}

TEST_CASE("print/container: without a fixed type the number alone") {
  CHECK(rill::concat(printed_enumerations::three) == "3");
  CHECK(rill::concat(std::vector<printed_enumerations::unfixed>{
            printed_enumerations::three}) == "[3]");
}

TEST_CASE("print/container: flags") {
  using namespace printed_enumerations;
  CHECK(shown<rights>(0) == "none");
  CHECK(shown<rights>(4) == "execute");
  CHECK(shown<rights>(3) == "read|write");
  CHECK(shown<rights>(7) == "read|write|execute");
  CHECK(shown<rights>(8) == "rights(8)");
  CHECK(shown<rights>(9) == "rights(9)");
  CHECK(rill::concat(mode::in | mode::out) == "both");
  CHECK(rill::concat(mode::in | mode::top) == "in|top");
  CHECK(shown<mode>(0) == "mode(0)");
  CHECK(shown<mode>(7) == "mode(7)");
  CHECK(rill::concat(wide_bits::low | wide_bits::high) == "low|high");
  CHECK(shown<color>(15) == "color(15)");
}

TEST_CASE("print/container: names of a line") {
  using namespace printed_enumerations;
  CHECK(rill::concat(huge, ' ', tiny) == "huge tiny");
  CHECK(rill::concat(static_cast<listed>(5)) == "listed(5)");
  CHECK(rill::concat(listed_flags::low | listed_flags::high) == "low|high");
  CHECK(rill::concat(listed_flags::odd) == "listed_flags(99)");
}

TEST_CASE("print/container: a hook comes before names and lines") {
  CHECK(rill::concat(printed_enumerations::hooked::first) == "by its hook");
  CHECK(rill::concat(printed_enumerations::hooked_with_line::first) ==
        "by its hook");
}

TEST_CASE("print/container: in containers, fields and debug form") {
  using printed_enumerations::color;
  CHECK(rill::concat(std::vector<color>{color::red, color::blue}) ==
        "[red, blue]");
  CHECK(rill::concat(std::map<color, int>{{color::red, 1}}) == "{red: 1}");
  CHECK(rill::concat(rill::right(color::red, 5), rill::debug(color::blue)) ==
        "  redblue");
}

TEST_CASE("print/container: into buffers of each size") {
  std::string const expected = "greenread|writecolor(-3)";
  for (std::size_t size = 0; size <= expected.size() + 8; ++size) {
    std::unique_ptr<char[]> const memory(new char[size]);
    rill::memory_writer out(memory.get(), size);
    auto const print_all = [&] {
      rill::print(out, printed_enumerations::color::green,
                  static_cast<printed_enumerations::rights>(3),
                  static_cast<printed_enumerations::color>(-3));
    };
    if (size < expected.size())
      CHECK_THROWS_AS(print_all(), rill::error);
    else
      print_all();
    std::string const written(out.bytes());
    CHECK(expected.substr(0, written.size()) == written);
    CHECK((size < expected.size() || written == expected));
  }
}
