// test/binary/shape_hash_test.cpp: the hash of types against FNV-1a of their
// descriptions, which are written by hand.
#include <doctest/doctest.h>
#include <rill/binary.h>
#include <rill/binary/records.h>
#include <rill/types.h>

#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "record_bytes.h"

using rill::detail::shape_hash;
using rill_test::slow_fnv;

namespace shapes {

enum class color : unsigned char { red };
enum class level : long long { low };

struct point {
  int x;
  short y;
};
struct other_point {
  std::int32_t second;
  std::int16_t first;
};
struct turned {
  short y;
  int x;
};
struct tree {
  int value;
  std::vector<tree> children;
};
struct plant {
  int height;
  std::list<plant> branches;
};
struct leaf_list {
  std::unique_ptr<leaf_list> next;
  int value;
};
struct door;
struct room {
  std::vector<door> doors;
};
struct door {
  std::vector<room> rooms;
  std::vector<door> next;
};
struct hooked {
  int a;
  friend void rill_binary(auto& io, hooked& x) { io(x.a); }
};
struct named {
  int b = 0;
  int a = 0;
  RILL_FIELDS(named, a, b)
};
struct nothing {};
struct of_points {
  point a;
  point b;
};

}  // namespace shapes

namespace {

template <class T>
std::uint32_t hash_of() {
  constexpr std::uint32_t hash = shape_hash<T>;
  return hash;
}
// The FNV-1a of a literal, which may contain NULs.
template <std::size_t Size>
std::uint32_t fnv(char const (&words)[Size]) {
  return slow_fnv(std::string(words, Size - 1));
}

}  // namespace

TEST_CASE("binary/records: the hash is FNV-1a") {
  // The vectors of draft-eastlake-fnv.
  CHECK(slow_fnv("") == 0x811c9dc5u);
  CHECK(slow_fnv("a") == 0xe40c292cu);
  CHECK(slow_fnv("foobar") == 0xbf9cf968u);
  CHECK(rill::detail::shape_text().hash == 0x811c9dc5u);
  CHECK(rill::detail::shape_text().add('a').hash == 0xe40c292cu);
}

TEST_CASE("binary/records: numbers") {
  CHECK(hash_of<int>() == fnv("i\4"));
  CHECK(hash_of<unsigned>() == fnv("u\4"));
  CHECK(hash_of<std::int8_t>() == fnv("i\1"));
  CHECK(hash_of<std::uint8_t>() == fnv("u\1"));
  CHECK(hash_of<long long>() == fnv("i\x08"));
  CHECK(hash_of<std::int64_t>() == hash_of<long long>());
  CHECK(hash_of<float>() == fnv("f\4"));
  CHECK(hash_of<double>() == fnv("f\x08"));
  CHECK(hash_of<char>() == fnv("c\1"));
  CHECK(hash_of<char8_t>() == fnv("c\1"));
  CHECK(hash_of<wchar_t>() == fnv("c\4"));
  CHECK(hash_of<std::byte>() == fnv("b\1"));
  CHECK(hash_of<bool>() == fnv("B"));
  CHECK(hash_of<shapes::color>() == fnv("eu\1"));
  CHECK(hash_of<shapes::level>() == fnv("ei\x08"));
#if RILL_LONG_DOUBLE_BITS != 53
  CHECK(hash_of<long double>() == fnv("f\x10"));
#endif
}

TEST_CASE("binary/records: layouts") {
  CHECK(hash_of<rill::le<int>>() == fnv("<i\4"));
  CHECK(hash_of<rill::be<std::uint16_t>>() == fnv(">u\2"));
  CHECK(hash_of<rill::leb128<int>>() == fnv("Vi\4"));
  CHECK(hash_of<rill::fixed_text<300>>() == fnv("L\xac\2"));
  CHECK(hash_of<rill::padding<3>>() == fnv("L\3"));
}

TEST_CASE("binary/records: text and containers") {
  CHECK(hash_of<std::string>() == fnv("t\1"));
  CHECK(hash_of<std::string_view>() == fnv("t\1"));
  CHECK(hash_of<rill::text>() == fnv("t\1"));
  CHECK(hash_of<std::u8string>() == fnv("t\1"));
  CHECK(hash_of<std::filesystem::path>() == fnv("t\1"));
  CHECK(hash_of<std::u16string>() == fnv("t\2"));
  CHECK(hash_of<std::vector<int>>() == fnv("ri\4"));
  CHECK(hash_of<std::list<int>>() == fnv("ri\4"));
  CHECK(hash_of<std::deque<int>>() == fnv("ri\4"));
  CHECK(hash_of<std::span<int const>>() == fnv("ri\4"));
  CHECK(hash_of<std::vector<bool>>() == fnv("rB"));
  CHECK(hash_of<std::queue<int>>() == fnv("ri\4"));
  CHECK(hash_of<std::array<int, 200>>() == fnv("a\xc8\1i\4"));
  CHECK(hash_of<int[200]>() == fnv("a\xc8\1i\4"));
  CHECK(hash_of<std::array<int, 0>>() == fnv("a\0i\4"));
  CHECK(hash_of<std::array<std::array<char, 2>, 3>>() == fnv("a\3a\2c\1"));
  CHECK(hash_of<std::set<int>>() == fnv("si\4"));
  CHECK(hash_of<std::map<std::string, int>>() == fnv("mt\1i\4"));
  CHECK(hash_of<std::unordered_map<std::string, int>>() == fnv("mt\1i\4"));
  CHECK(hash_of<std::bitset<12>>() == fnv("n\x0c"));
}

TEST_CASE("binary/records: values that hold others") {
  CHECK(hash_of<std::optional<int>>() == fnv("oi\4"));
  CHECK(hash_of<std::unique_ptr<int>>() == fnv("oi\4"));
  CHECK(hash_of<std::variant<int, std::string, bool>>() == fnv("v\3i\4t\1B"));
  CHECK(hash_of<std::monostate>() == fnv("0"));
  CHECK(hash_of<std::atomic<int>>() == fnv("i\4"));
  CHECK(hash_of<std::complex<float>>() == fnv("{f\4f\4}"));
  CHECK(hash_of<std::chrono::duration<int>>() == fnv("d\1/\1i\4"));
  CHECK(hash_of<std::chrono::duration<int, std::milli>>() ==
        fnv("d\1/\xe8\7i\4"));
  CHECK(hash_of<std::chrono::time_point<std::chrono::system_clock,
                                        std::chrono::duration<int>>>() ==
        fnv("pd\1/\1i\4"));
  CHECK(hash_of<std::chrono::year_month_day>() == fnv("{i\2u\1u\1}"));
}

TEST_CASE("binary/records: structures by their members alone") {
  CHECK(hash_of<shapes::point>() == fnv("{i\4i\2}"));
  CHECK(hash_of<shapes::other_point>() == hash_of<shapes::point>());
  CHECK(hash_of<std::pair<int, short>>() == hash_of<shapes::point>());
  CHECK(hash_of<std::tuple<int, short>>() == hash_of<shapes::point>());
  CHECK(hash_of<shapes::turned>() == fnv("{i\2i\4}"));
  CHECK(hash_of<shapes::nothing>() == fnv("{}"));
  CHECK(hash_of<std::tuple<>>() == fnv("{}"));
  CHECK(hash_of<shapes::named>() == fnv("{i\4i\4}"));
  CHECK(hash_of<shapes::hooked>() == fnv("h"));
  CHECK(hash_of<std::vector<shapes::point>>() == fnv("r{i\4i\2}"));
  // The same type twice, side by side, is not a recursion.
  CHECK(hash_of<shapes::of_points>() == fnv("{{i\4i\2}{i\4i\2}}"));
  // The end of a structure changes the hash.
  CHECK(hash_of<std::tuple<std::tuple<int>, int>>() == fnv("{{i\4}i\4}"));
  CHECK(hash_of<std::tuple<std::tuple<int, int>>>() == fnv("{{i\4i\4}}"));
}

TEST_CASE("binary/records: types within themselves") {
  CHECK(hash_of<shapes::tree>() == fnv("{i\4r^\1}"));
  CHECK(hash_of<shapes::plant>() == hash_of<shapes::tree>());
  CHECK(hash_of<shapes::leaf_list>() == fnv("{o^\1i\4}"));
  CHECK(hash_of<shapes::room>() == fnv("{r{r^\2r^\1}}"));
  CHECK(hash_of<shapes::door>() == fnv("{r{r^\2}r^\1}"));
  CHECK(hash_of<std::vector<shapes::tree>>() == fnv("r{i\4r^\1}"));
}
