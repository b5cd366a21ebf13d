// test/scan/read_test.cpp: reading by value, a given number of values, and
// whole texts.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <array>
#include <deque>
#include <list>
#include <memory>
#include <new>  // std::bad_alloc
#include <random>
#include <span>
#include <string>
#include <vector>

#include "../reference/integer.h"
#include "../support/scripted_reader.h"

using rill_test::scripted_reader;

namespace {

std::string rest_of(rill::reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

template <class T>
std::string counted(std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i != count; ++i)
    all += reference::text(static_cast<T>(i % 120), 10) + (i % 7 ? " " : "\n");
  return all;
}

template <class T>
bool is_counted(T const* values, std::size_t count) {
  for (std::size_t i = 0; i != count; ++i)
    if (values[i] != static_cast<T>(i % 120)) return false;
  return true;
}

template <class T>
void check_type() {
  for (std::size_t buffer : {1u, 16u, 64u, 100u, 5000u})
    for (std::size_t count : {0u, 1u, 2u, 50u, 257u}) {
      std::string const text = counted<T>(count) + "rest";
      scripted_reader in(text, buffer);
      auto const v = rill::read<std::vector<T>>(in, count);
      REQUIRE(v.size() == count);
      REQUIRE(is_counted(v.data(), count));
      REQUIRE(rest_of(in).ends_with("rest"));

      scripted_reader again(text, buffer);
      std::vector<T> into(count);
      REQUIRE(rill::read_into(again, into) == count);
      REQUIRE(is_counted(into.data(), count));
      std::string word;
      REQUIRE(rill::scan(again, word));
      REQUIRE(word == "rest");

      // The input has fewer values than the target has room for.
      scripted_reader few(counted<T>(count), buffer);
      std::vector<T> more(count + 3);
      REQUIRE(rill::read_into(few, more) == count);
      REQUIRE(is_counted(more.data(), count));
    }
}

#if RILL_EXCEPTIONS
template <class Work>
std::string thrown_by(Work work) {
  try {
    work();
  } catch (rill::error const& e) {
    return e.what();
  }
  return "nothing";
}
#endif

struct point {
  int x = 0, y = 0;
  friend void rill_scan(auto& in, point& p) { in("(", p.x, ",", p.y, ")"); }
};

}  // namespace

TEST_CASE("scan/read: vectors of every type of integer, at every buffer") {
  check_type<signed char>();
  check_type<unsigned char>();
  check_type<short>();
  check_type<unsigned short>();
  check_type<int>();
  check_type<unsigned>();
  check_type<long>();
  check_type<unsigned long long>();
  check_type<reference::widest>();
  check_type<reference::unsigned_widest>();
}

TEST_CASE("scan/read: values and tuples") {
  scripted_reader in("1 two 3 -4 five (6,7)", 16);
  CHECK(rill::read<int>(in) == 1);
  CHECK(rill::read<std::string>(in) == "two");
  auto const [three, four, five] = rill::read<unsigned, long, std::string>(in);
  CHECK(three == 3);
  CHECK(four == -4);
  CHECK(five == "five");
  CHECK(rill::read<point>(in).y == 7);
}

TEST_CASE("scan/read: arrays, spans, lists, deques, of strings and hooks") {
  scripted_reader in("1 2 3 4 5 6 7 8 a b c d (1,2)(3,4) 9 8", 16);
  auto const array = rill::read<std::array<int, 3>>(in);
  CHECK(array[2] == 3);
  int plain[2] = {};
  CHECK(rill::read_into(in, plain) == 2);
  CHECK(plain[1] == 5);
  std::vector<int> v(3);
  CHECK(rill::read_into(in, std::span(v)) == 3);
  CHECK(v[2] == 8);
  std::list<std::string> list(2);
  CHECK(rill::read_into(in, list) == 2);
  CHECK(list.back() == "b");
  auto const strings = rill::read<std::vector<std::string>>(in, 2);
  CHECK(strings[1] == "d");
  auto const points = rill::read<std::vector<point>>(in, 2);
  CHECK(points[1].x == 3);
  auto const deque = rill::read<std::deque<int>>(in, 1);
  CHECK(deque[0] == 9);
  std::string words[3];
  CHECK(rill::read_into(in, words) == 1);
  CHECK(words[0] == "8");
  CHECK(rill::read_into(in, words) == 0);
}

TEST_CASE("scan/read: std::vector<bool>, by a count and in rows") {
  scripted_reader in("1 0 true 0 1 1 0 1", 16);
  CHECK(rill::read<std::vector<bool>>(in, 3) ==
        std::vector<bool>{true, false, true});
  CHECK(rill::read<std::vector<std::vector<bool>>>(in, 2, 2) ==
        std::vector<std::vector<bool>>{{false, true}, {true, false}});
  std::vector<bool> two(2);
  CHECK(rill::read_into(in, two) == 1);
  CHECK(two[0]);
}

#if RILL_EXCEPTIONS
namespace {

template <class T>
struct modest_allocator {
  using value_type = T;
  modest_allocator() = default;
  template <class U>
  modest_allocator(modest_allocator<U> const&) {}
  T* allocate(std::size_t count) {
    if (count > (std::size_t{1} << 24) / sizeof(T)) throw std::bad_alloc();
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* at, std::size_t count) {
    std::allocator<T>().deallocate(at, count);
  }
  bool operator==(modest_allocator const&) const = default;
};

}  // namespace

TEST_CASE("scan/read: a count of large elements is believed no more") {
  using large = std::array<int, 100'000>;
  scripted_reader in("1 2", 16);
  CHECK(thrown_by([&] {
          (void)rill::read<std::vector<large, modest_allocator<large>>>(
              in, ~std::size_t{0});
        }).starts_with("script: expected an integer, found the end"));
}

TEST_CASE("scan/read: a count out of the input allocates as elements come") {
  scripted_reader in(counted<int>(1000), 4096);
  CHECK(thrown_by([&] {
          (void)rill::read<std::vector<int>>(in, ~std::size_t{0} / 8);
        })
            .starts_with("script: expected another element, found the end of "
                         "the input\n"));
  scripted_reader strings("a b c", 16);
  CHECK(thrown_by([&] {
          (void)rill::read<std::vector<std::string>>(strings, ~std::size_t{0});
        }) ==
        "script: expected another element, found the end of the input\n"
        "a b c\n     ^");
}

TEST_CASE("scan/read: what is missing or wrong is thrown") {
  scripted_reader in("1 x", 16);
  CHECK(thrown_by([&] { (void)rill::read<std::array<int, 3>>(in); }) ==
        "script: expected an integer, found \"x\"\n1 x\n  ^");
  CHECK(rest_of(in) == "x");
  scripted_reader empty("  ", 16);
  CHECK(thrown_by([&] { (void)rill::read<int>(empty); }) ==
        "script: expected an integer, found the end of the input\n  \n  ^");
  scripted_reader bad("1 2 99999999999 4 5", 16);
  std::vector<int> v(5);
  CHECK(thrown_by([&] { (void)rill::read_into(bad, v); })
            .starts_with("script: expected an integer between -2147483648 "
                         "and 2147483647, found \"99999999999\"\n"));
  CHECK(v[1] == 2);
  CHECK(v[2] == 0);
}

TEST_CASE("scan/read: parse takes the whole text, or throws") {
  CHECK(rill::parse<int>("-12") == -12);
  CHECK(thrown_by([] {
          (void)rill::parse<int>("12x");
        }).starts_with("text:1:3: expected the end after an integer"));
  CHECK(thrown_by([] {
          (void)rill::parse<point>("(1,x)");
        }).starts_with("text:1:4: expected an integer, found \"x\""));
}
#endif

TEST_CASE("scan/read: try_read says the same without throwing") {
  scripted_reader in("1 two 3", 16);
  auto const one = rill::try_read<int>(in);
  REQUIRE(bool(one));
  CHECK(*one == 1);
  auto const two = rill::try_read<int>(in);
  CHECK((two.error().code() == rill::scan_problem::malformed));
  auto const both = rill::try_read<std::string, int>(in);
  REQUIRE(bool(both));
  CHECK(std::get<1>(*both) == 3);
  auto const none = rill::try_read<int>(in);
  CHECK(std::string(none.error().what())
            .starts_with(
                "script: expected an integer, found the end of the input"));
  scripted_reader cut("1 ", 16);
  auto const half = rill::try_read<int, bool>(cut);
  CHECK(std::string(half.error().what())
            .starts_with(
                "script: expected true or false, found the end of the input"));
  scripted_reader points("(1,2) (3;4)", 16);
  CHECK(rill::try_read<point>(points)->y == 2);
  CHECK((rill::try_read<point>(points).error().code() ==
         rill::scan_problem::mismatch));
}

TEST_CASE("scan/read: try_parse of every form") {
  CHECK(*rill::try_parse<int>("12") == 12);
  CHECK(*rill::try_parse<unsigned char>(std::string("255")) == 255);
  CHECK(*rill::try_parse<bool>("true"));
  CHECK(*rill::try_parse<char>("x") == 'x');
  CHECK(*rill::try_parse<std::string>(" a b ") == " a b ");
  CHECK(rill::try_parse<std::string>("")->empty());
  CHECK(rill::try_parse<point>("( 1 , 2 )")->y == 2);
  for (char const* text : {"", " ", "12 ", " 12", "1x", "x", "+1", "--1", "1 2",
                           "99999999999", "1.0", "0x1"})
    CHECK(!rill::try_parse<int>(text));
  CHECK(!rill::try_parse<unsigned>("-1"));
  CHECK(!rill::try_parse<point>("(1,2"));
  CHECK(!rill::try_parse<point>("(1,2) "));
  CHECK(!rill::try_parse<bool>("yes"));
  std::string const longer = "7" + std::string(100, ' ');
  CHECK(!rill::try_parse<int>(longer));
}

TEST_CASE("scan/read: blocks in memory, no byte behind them") {
  for (std::size_t count = 1; count < 60; ++count)
    for (std::size_t cut = 0; cut != 3; ++cut) {
      std::string text = counted<int>(count);
      text.resize(text.size() - (cut < text.size() ? cut : 0));
      auto const block = std::make_unique<char[]>(text.size());
      text.copy(block.get(), text.size());
      rill::memory_reader in(block.get(), text.size());
      std::vector<int> v(count + 1);
      std::size_t const got = rill::read_into(in, v);
      REQUIRE(got <= count);
      REQUIRE(is_counted(v.data(), got - 1));
      REQUIRE(in.at_end());
      if (cut < 2) REQUIRE(got == count);
    }
}

TEST_CASE("scan/read: grids") {
  using grid = std::vector<std::vector<int>>;
  for (std::size_t buffer : {1u, 16u, 100u}) {
    scripted_reader in("2 3\n1 2 3\n4 5 6\n7", buffer);
    auto const rows = rill::read<std::size_t>(in);
    auto const columns = rill::read<std::size_t>(in);
    CHECK(rill::read<grid>(in, rows, columns) == grid{{1, 2, 3}, {4, 5, 6}});
    CHECK(rill::read<int>(in) == 7);
    scripted_reader maze("#.# ..\n\n###\n...", buffer);
    using words = std::vector<std::string>;
    using letters = std::vector<std::vector<char>>;
    CHECK(rill::read<words>(maze, 1, 3) == words{"#.#"});
    CHECK(rill::read<letters>(maze, 2, 2) == letters{{'.', '.'}, {'#', '#'}});
    CHECK(rill::read<std::deque<std::u32string>>(maze, 1, 1)[0] == U"#");
    CHECK(rill::read<words>(maze, 1, 3) == words{"..."});
    CHECK(rill::read<grid>(maze, 2, 0) == grid{{}, {}});
    CHECK(rill::read<words>(maze, 2, 0) == words{"", ""});
    CHECK(rill::read<words>(maze, 0, 2).empty());
  }
}

#if RILL_EXCEPTIONS
TEST_CASE("scan/read: what a grid lacks is said, and its size not believed") {
  using grid = std::vector<std::vector<int>>;
  using words = std::vector<std::string>;
  scripted_reader in("1 2 3", 16);
  CHECK(thrown_by([&] {
          (void)rill::read<grid>(in, 2, 2);
        }).starts_with("script: expected another element, found the end"));
  constexpr std::size_t most = ~std::size_t{0};
  for (std::size_t rows : {most, most / 2 + 1, std::size_t{2}}) {
    scripted_reader more("1 2 3", 16);
    CHECK(thrown_by([&] {
            (void)rill::read<grid>(more, rows, most / rows + 1);
          }).starts_with("script: expected another element, found the end"));
  }
  scripted_reader none("", 16);
  CHECK(thrown_by([&] { (void)rill::read<grid>(none, most, 0); }) ==
        "read: the data exceeds the limit");
  scripted_reader maze("### .. #", 16);
  CHECK(thrown_by([&] { (void)rill::read<words>(maze, 2, 3); }) ==
        "script: expected a word of 3 characters, found \"..\"\n"
        "### .. #\n    ^");
  CHECK(rill::read<words>(maze, 1, 2)[0] == "..");
  CHECK(thrown_by([&] { (void)rill::read<words>(maze, 1, most); })
            .starts_with("script: expected a word of 18446744073709551615 "
                         "characters, found \"#\""));
  CHECK(thrown_by([&] { (void)rill::read<words>(maze, 2, 1); })
            .starts_with("script: expected a word of 1 character, found the "
                         "end of the input"));
}
#endif

TEST_CASE("scan/read: arrays in their printed form") {
  scripted_reader in("[1, 2, 3] 4 5 6 [a b [\"x\", \"y\"]", 16);
  CHECK(rill::read<std::array<int, 3>>(in)[2] == 3);
  CHECK(rill::read<std::array<int, 3>>(in)[2] == 6);
  // A word may begin with a bracket.
  CHECK(rill::read<std::array<std::string, 2>>(in)[0] == "[a");
  std::array<std::string, 2> strings;
  CHECK(rill::scan(in, strings));
  CHECK(strings[1] == "y");
}

TEST_CASE("scan/read: pairs in vectors, tuples, results") {
  using pairs = std::vector<std::pair<int, int>>;
  scripted_reader in("1 2 (3, 4) 5 6 [1] 7 x (8, \"y\") 9", 16);
  CHECK(rill::read<pairs>(in, 3) == pairs{{1, 2}, {3, 4}, {5, 6}});
  auto const [list, pair] =
      rill::read<std::vector<int>, std::pair<int, std::string>>(in);
  CHECK(list.size() == 1);
  CHECK(pair.second == "x");
  CHECK(rill::try_read<std::pair<int, std::string>>(in)->second == "y");
  CHECK(!rill::try_read<std::pair<int, int>>(in));
}
