// test/scan/hostile_types_test.cpp: scannable<T> is an answer, and never an
// error, whatever a type does; and it is true for what scans.
// covers: rill/scan/refuse.h
#include <doctest/doctest.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <any>
#include <array>
#include <atomic>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "../support/hostile_types.h"

namespace {

using rill::scannable;

struct takes_anything {
  takes_anything() = default;
  template <class T>
  takes_anything(T&&) {}
  friend void rill_scan(auto& in, takes_anything&) { in("any"); }
};
struct has_size_only {
  int size() const { return 0; }
  int data() const { return 0; }
};
struct fake_text {
  struct traits_type {};
  char const* data() const { return "fake"; }
  std::size_t size() const { return 4; }
};
struct throwing_size {
  struct traits_type {};
  int data() const { return 0; }
  int size() const { return 0; }
};
struct fake_optional {
  bool has_value() const { return true; }
  void value() const {}
  void operator*() const {}
  explicit operator bool() const { return true; }
};
struct fake_variant {
  bool valueless_by_exception() const { return false; }
  int index() const { return 0; }
};
struct fake_expected {
  bool has_value() const { return true; }
  int value() const { return 1; }
  int operator*() const { return 1; }
  void error() const {}
};
struct fake_tuple {
  template <int>
  void get() const {}
};
struct fake_time {
  using rep = void;
  using period = int;
  int count() const { return 1; }
};
struct fake_bits {
  int size() const { return 3; }
  bool test(int) const { return true; }
  void to_string() const {}
};
struct fake_error {
  void what() const {}
  void message() const {}
  int value() const { return 0; }
  void category() const {}
};
struct fake_pair {
  using first_type = int;
  using second_type = int;
  void first() const {}
  void second() const {}
};
struct fake_pointer {
  using element_type = incomplete;
  incomplete* get() const { return nullptr; }
  incomplete& operator*() const;
};
struct bits {
  int a : 3;
  unsigned b : 5;
};
struct nothing {};
struct final_one final {
  int n;
};
struct array_in {
  int n[3];
  char text[4];
};
struct reference_in {
  int& n;
};
struct volatile_in {
  int volatile n;
};
template <std::size_t Size>
struct numbers {
  int n[Size];
};

template <class T>
bool read_one(rill::reader& in, T& value) {
  return rill::scan(in, value);
}
template <class... Ts>
bool all() {
  static_assert((scannable<Ts> && ...));
  return ((&read_one<std::remove_cvref_t<Ts>> != nullptr) && ...);
}
template <class... Ts>
constexpr bool none = (!scannable<Ts> && ...);

}  // namespace

TEST_CASE("scan/hostile_types: what does not scan is known not to") {
  static_assert(none<void, void const, int(), int (*)(), int*, void*,
                     char const*, std::any, either, abstract, hidden, ambiguous,
                     virtually, lists, all_deleted, int incomplete::*>);
  static_assert(
      none<std::unique_ptr<int>, std::shared_ptr<incomplete>, std::string_view,
           std::function<void()>, std::mutex, std::vector<std::any>,
           std::map<int, hidden>, with_any, std::optional<std::any>,
           std::variant<int, double>, std::tuple<int, std::any>,
           std::vector<with_any>, std::atomic<int>, made_of_all, in_itself>);
}

TEST_CASE("scan/hostile_types: what scans is known to") {
  CHECK(all<int, char, bool, double, std::string, unsigned long long, char32_t,
            signed char>());
  CHECK(all<int[3], std::vector<int>, std::vector<bool>, std::deque<int>,
            std::list<std::string>, std::map<std::string, std::vector<int>>,
            std::set<int>, std::array<int, 2>, std::pair<int, std::string>,
            std::tuple<int, double>, std::optional<int>>());
  CHECK(all<tree, ping, pong, nothing, final_one, takes_anything, odd_operators,
            left, begin_is_data>());
}

TEST_CASE("scan/hostile_types: questions that only must have an answer") {
  constexpr bool answers[] = {
      scannable<converts_to_all>, scannable<refers_to_all>,
      scannable<deleted_copies>,  scannable<private_begin>,
      scannable<void_begin>,      scannable<begin_of_void>,
      scannable<half_iterator>,   scannable<fake_text>,
      scannable<fake_optional>,   scannable<fake_variant>,
      scannable<fake_expected>,   scannable<fake_tuple>,
      scannable<fake_time>,       scannable<fake_bits>,
      scannable<fake_error>,      scannable<fake_pair>,
      scannable<fake_pointer>,    scannable<reference_in>,
      scannable<volatile_in>,     scannable<later>,
      scannable<int volatile>,    scannable<array_in>,
      scannable<has_size_only>,   scannable<throwing_size>,
  };
  CHECK(sizeof answers == 24);
}
