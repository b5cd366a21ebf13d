// test/binary/property_test.cpp: random values of every type, inside of every
// kind of container, are read back equal from all formats.
// covers: binary/read.h
#include <rill/types.h>

#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "../support/binary.h"
#include "../support/round_trip.h"

using rill::binary_compact;
using rill::binary_tagged;
using rill_test::below;
using rill_test::random_engine;
using rill_test::random_of;

namespace {

enum class color : std::int16_t { red, green, blue };
struct point {
  std::uint8_t x = 0;
  double y = 0;
  bool operator==(point const&) const = default;
};
struct named {
  std::string name;
  std::vector<point> points;
  bool operator==(named const&) const = default;
};
RILL_FIELDS(named, points, name)
class hooked {
 public:
  std::optional<int> n;
  std::u16string words;
  friend void rill_binary(auto& io, hooked& x) {
    io(x.n, rill::numbered<9>(x.words));
  }
  bool operator==(hooked const&) const = default;
};

// The types without a test case of their own below. One structure holds them,
// so that there is less to compile.
struct leaves {
  int number = 0;
  long double exact = 0;
  color paint = color::red;
  wchar_t unit = 0;
  std::u16string wide;
  std::complex<float> complex;
  std::bitset<11> bits;
  std::chrono::milliseconds time{};
  std::chrono::year_month_day date;
  std::vector<point> points;
  std::set<std::string> words;
  std::vector<std::vector<short>> table;
  named name;
  bool operator==(leaves const&) const = default;
};

// One of each kind around an Inner.
template <class Inner>
struct around {
  std::vector<Inner> vector;
  std::deque<Inner> deque;
  std::list<Inner> list;
  std::forward_list<Inner> forward;
  std::array<Inner, 2> array{};
  Inner plain[2] = {};
  std::optional<Inner> optional;
  std::map<short, Inner> map;
  std::unordered_map<char, Inner> hashed;
  std::multimap<bool, Inner> multi;
  std::variant<std::monostate, Inner, std::string> variant;
  std::pair<Inner, bool> pair;
  std::tuple<char, Inner, Inner> tuple;
  bool operator==(around const&) const = default;
};

}  // namespace

namespace rill_test {

template <>
struct random_value<color> {
  static color make(random_engine& random) {
    return static_cast<color>(below(random, 3));
  }
};
template <>
struct random_value<point> {
  static point make(random_engine& random) {
    return {random_of<std::uint8_t>(random), random_of<double>(random)};
  }
};
template <>
struct random_value<named> {
  static named make(random_engine& random) {
    return {random_of<std::string>(random),
            random_of<std::vector<point>>(random)};
  }
};
template <>
struct random_value<hooked> {
  static hooked make(random_engine& random) {
    hooked made;
    made.n = random_of<std::optional<int>>(random);
    made.words = random_of<std::u16string>(random);
    return made;
  }
};
template <class T>
struct random_value<std::complex<T>> {
  static std::complex<T> make(random_engine& random) {
    return {random_of<T>(random), random_of<T>(random)};
  }
};
template <std::size_t Size>
struct random_value<std::bitset<Size>> {
  static std::bitset<Size> make(random_engine& random) {
    return std::bitset<Size>(random());
  }
};
template <class Rep, class Period>
struct random_value<std::chrono::duration<Rep, Period>> {
  static std::chrono::duration<Rep, Period> make(random_engine& random) {
    return std::chrono::duration<Rep, Period>(random_of<Rep>(random));
  }
};
template <>
struct random_value<std::chrono::year_month_day> {
  static std::chrono::year_month_day make(random_engine& random) {
    return {std::chrono::year(static_cast<int>(below(random, 9999))),
            std::chrono::month(below(random, 14)),
            std::chrono::day(below(random, 33))};
  }
};
template <class T, std::size_t Size>
struct random_value<std::array<T, Size>> {
  static std::array<T, Size> make(random_engine& random) {
    std::array<T, Size> made{};
    for (T& one : made) one = random_of<T>(random);
    return made;
  }
};
template <class... T>
struct random_value<std::tuple<T...>> {
  static std::tuple<T...> make(random_engine& random) {
    return std::tuple<T...>{random_of<T>(random)...};
  }
};
template <class T>
struct random_value<std::forward_list<T>> {
  static std::forward_list<T> make(random_engine& random) {
    auto const all = random_of<std::vector<T>>(random);
    return std::forward_list<T>(all.begin(), all.end());
  }
};
template <class T>
struct random_value<std::variant<std::monostate, T, std::string>> {
  using type = std::variant<std::monostate, T, std::string>;
  static type make(random_engine& random) {
    type made;
    switch (below(random, 3)) {
      case 0:
        made.template emplace<1>(random_of<T>(random));
        break;
      case 1:
        made.template emplace<2>(random_of<std::string>(random));
    }
    return made;
  }
};
template <class K, class T>
struct random_value<std::map<K, T>> {
  static std::map<K, T> make(random_engine& random) {
    std::map<K, T> made;
    for (unsigned left = below(random, 4); left != 0; --left)
      made.emplace(random_of<K>(random), random_of<T>(random));
    return made;
  }
};

template <>
struct random_value<leaves> {
  static leaves make(random_engine& random) {
    leaves made;
    auto const fill = [&]<class... T>(T&... members) {
      ((members = random_of<T>(random)), ...);
    };
    fill(made.number, made.exact, made.paint, made.unit, made.wide,
         made.complex, made.bits, made.time, made.date, made.points, made.words,
         made.table, made.name);
    return made;
  }
};

}  // namespace rill_test

namespace {

// The outer kinds are in one structure, which one function reads.
template <class Inner>
around<Inner> random_around(random_engine& random) {
  around<Inner> made;
  made.vector = random_of<std::vector<Inner>>(random);
  made.deque.assign(made.vector.begin(), made.vector.end());
  made.list.assign(made.vector.begin(), made.vector.end());
  made.forward.assign(made.vector.rbegin(), made.vector.rend());
  made.array = random_of<std::array<Inner, 2>>(random);
  made.plain[1] = random_of<Inner>(random);
  made.optional = random_of<std::optional<Inner>>(random);
  made.map = random_of<std::map<short, Inner>>(random);
  for (auto const& [key, value] : made.map) {
    made.hashed.emplace(static_cast<char>(key), value);
    made.multi.emplace(key > 0, value);
  }
  made.variant =
      random_of<std::variant<std::monostate, Inner, std::string>>(random);
  made.pair = {random_of<Inner>(random), true};
  made.tuple = random_of<std::tuple<char, Inner, Inner>>(random);
  return made;
}

template <class T, class F>
void check_value(T const& value, F format) {
  std::string const bytes = rill::to_bytes(value, format);
  rill_test::block const exact(bytes);
  auto const back = rill::try_from_bytes<T>(exact.view(), format);
  if (!back) FAIL(rill_test::words_of(back));
  if (!(*back == value)) FAIL("another value");
  rill_test::scripted_reader in(bytes, 1, rill_test::at_most(7));
  auto const slow = rill::try_read_binary<T>(in, format);
  if (!slow || !(*slow == value) || !in.at_end()) FAIL("another value");
  if (rill::binary_size(value, format) != bytes.size()) FAIL("binary_size");
}

template <class Inner>
void check_around() {
  random_engine random(20'261'124);
  for (int i = 0; i != 25; ++i) {
    auto const value = random_around<Inner>(random);
    check_value(value, binary_compact);
    check_value(value, binary_tagged);
    // Reads over another value.
    auto other = random_around<Inner>(random);
    std::string const bytes = rill::to_bytes(value);
    rill::read_binary_into(rill::from(bytes), other);
    CHECK(other == value);
  }
}

}  // namespace

TEST_CASE("binary/property: numbers, texts and containers in everything") {
  check_around<bool>();
  check_around<std::string>();
  check_around<std::vector<bool>>();
}

TEST_CASE("binary/property: structures and others in everything") {
  check_around<leaves>();
  check_around<hooked>();
  check_around<std::optional<std::string>>();
}
