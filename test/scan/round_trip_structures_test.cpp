// test/scan/round_trip_structures_test.cpp: structures, enumerations and
// times print and scan back.
#include <chrono>
#include <map>
#include <set>

#include "../support/round_trip.h"

namespace coming_back {

enum class color { red, green, blue };
enum class rights : unsigned char { none = 0, read = 1, write = 2, run = 4 };

struct point {
  int x = 0;
  double y = 0;
  bool operator==(point const&) const = default;
};
struct person {
  std::string name;
  std::optional<point> home;
  std::vector<color> likes;
  rights may[2] = {};
  bool operator==(person const&) const = default;
};
struct tree {
  char letter = 0;
  std::vector<tree> children;
  bool operator==(tree const&) const = default;
};
struct size {
  double width = 0;
  std::map<std::string, point> at;
  bool operator==(size const&) const = default;
};
RILL_FIELDS(size, width, at)
template <class T>
struct box {
  T value{};
  bool operator==(box const&) const = default;
};

}  // namespace coming_back

namespace rill_test {

template <class E>
  requires std::is_enum_v<E>
struct random_value<E> {
  static E make(random_engine& random) {
    if (below(random, 2)) return static_cast<E>(below(random, 8));
    return static_cast<E>(random_of<std::underlying_type_t<E>>(random));
  }
};
template <>
struct random_value<coming_back::point> {
  static coming_back::point make(random_engine& random) {
    return {random_of<int>(random), random_of<double>(random)};
  }
};
template <>
struct random_value<coming_back::person> {
  static coming_back::person make(random_engine& random) {
    return {random_of<std::string>(random),
            random_of<std::optional<coming_back::point>>(random),
            random_of<std::vector<coming_back::color>>(random),
            {random_of<coming_back::rights>(random),
             random_of<coming_back::rights>(random)}};
  }
};
template <>
struct random_value<coming_back::tree> {
  static coming_back::tree make(random_engine& random) {
    coming_back::tree made{random_of<char>(random), {}};
    while (below(random, 5) < 2) made.children.push_back(make(random));
    return made;
  }
};
template <>
struct random_value<coming_back::size> {
  static coming_back::size make(random_engine& random) {
    return {random_of<double>(random),
            random_of<std::map<std::string, coming_back::point>>(random)};
  }
};
template <class T>
struct random_value<coming_back::box<T>> {
  static coming_back::box<T> make(random_engine& random) {
    return {random_of<T>(random)};
  }
};
template <class Period>
struct random_value<std::chrono::duration<long long, Period>> {
  static auto make(random_engine& random) {
    return std::chrono::duration<long long, Period>(
        random_of<long long>(random) / 1000);
  }
};

}  // namespace rill_test

using rill_test::round_trip;

TEST_CASE("scan/round_trip_structures: structures and enumerations") {
  round_trip<coming_back::point>();
  round_trip<coming_back::person>();
  round_trip<coming_back::tree>();
  round_trip<std::vector<coming_back::size>>();
  round_trip<coming_back::box<coming_back::box<coming_back::point>>>();
  round_trip<coming_back::box<std::vector<coming_back::person>>>();
  round_trip<std::map<coming_back::color, coming_back::rights>>();
  round_trip<std::set<coming_back::rights>>();
  round_trip<
      std::pair<coming_back::rights, std::optional<coming_back::color>>>();
}

TEST_CASE("scan/round_trip_structures: durations in other things") {
  round_trip<std::vector<std::chrono::duration<long long, std::milli>>>();
  round_trip<std::pair<std::chrono::duration<long long>, int>>();
  round_trip<coming_back::box<std::chrono::duration<long long, std::nano>>>();
}
