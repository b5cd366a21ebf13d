// test/scan/round_trip_structures_test.cpp: structures, enumerations and
// times print and scan back.
#include <chrono>
#include <map>
#include <set>

#include "../support/round_trip.h"

namespace app {

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

}  // namespace app

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
struct random_value<app::point> {
  static app::point make(random_engine& random) {
    return {random_of<int>(random), random_of<double>(random)};
  }
};
template <>
struct random_value<app::person> {
  static app::person make(random_engine& random) {
    return {random_of<std::string>(random),
            random_of<std::optional<app::point>>(random),
            random_of<std::vector<app::color>>(random),
            {random_of<app::rights>(random), random_of<app::rights>(random)}};
  }
};
template <>
struct random_value<app::tree> {
  static app::tree make(random_engine& random) {
    app::tree made{random_of<char>(random), {}};
    while (below(random, 5) < 2) made.children.push_back(make(random));
    return made;
  }
};
template <>
struct random_value<app::size> {
  static app::size make(random_engine& random) {
    return {random_of<double>(random),
            random_of<std::map<std::string, app::point>>(random)};
  }
};
template <class T>
struct random_value<app::box<T>> {
  static app::box<T> make(random_engine& random) {
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
  round_trip<app::point>();
  round_trip<app::person>();
  round_trip<app::tree>();
  round_trip<std::vector<app::size>>();
  round_trip<app::box<app::box<app::point>>>();
  round_trip<app::box<std::vector<app::person>>>();
  round_trip<std::map<app::color, app::rights>>();
  round_trip<std::set<app::rights>>();
  round_trip<std::pair<app::rights, std::optional<app::color>>>();
}

TEST_CASE("scan/round_trip_structures: durations in other things") {
  round_trip<std::vector<std::chrono::duration<long long, std::milli>>>();
  round_trip<std::pair<std::chrono::duration<long long>, int>>();
  round_trip<app::box<std::chrono::duration<long long, std::nano>>>();
}
