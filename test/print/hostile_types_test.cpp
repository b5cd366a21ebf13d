// test/print/hostile_types_test.cpp: printable<T> is true or false, and never a
// compile error, whatever T declares. If it is true, T prints.
// covers: rill/print/refuse.h, rill/print/refusal.h
// covers: rill/print/concat.h
#include <doctest/doctest.h>
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

using rill::printable;

struct greedy_hook {
  int n;
};
// Accepts every T by deduction. Its constraint must keep it from being the hook
// of another type.
template <class Out, class T>
void rill_print(Out& out, T const&)
  requires std::is_same_v<T, greedy_hook>
{
  out("greedy");
}
struct takes_anything {
  takes_anything() = default;
  template <class T>
  takes_anything(T&&) {}
  friend void rill_print(auto& out, takes_anything const&) { out("any"); }
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

// printable is true for each T, and the print of a T compiles.
template <class T>
std::size_t printed_size(T const& value) {
  return rill::formatted_size(value);
}
template <class... Ts>
bool all() {
  static_assert((printable<Ts> && ...));
  return ((&printed_size<std::remove_cvref_t<Ts>> != nullptr) && ...);
}
template <class... Ts>
constexpr bool none = (!printable<Ts> && ...);

}  // namespace

TEST_CASE("print/hostile_types: what does not print is known not to") {
  static_assert(
      none<void, void const, int(), int (*)(), int*, void*, std::any, either,
           abstract, hidden, ambiguous, virtually, lists, all_deleted,
           incomplete*, int incomplete::*, int (incomplete::*)()>);
  static_assert(none<std::unique_ptr<int>, std::shared_ptr<incomplete>>);
  static_assert(none<std::function<void()>, std::mutex, std::stringstream,
                     std::vector<std::any>, std::map<int, hidden>, with_any,
                     std::optional<std::any>, std::variant<int, hidden>,
                     std::tuple<int, std::any>, std::vector<with_any>>);
  static_assert(none<made_of_all, deleted_copies>);
}

TEST_CASE("print/hostile_types: what prints is known to") {
  CHECK(all<int, char, bool, double, char const*, char*, char[3],
            wchar_t const*, decltype(nullptr), signed char, unsigned long long,
            char8_t, char32_t>());
  CHECK(all<int const, int&, int const&, int&&, std::string&&>());
  CHECK(all<int[3], int[2][2], std::string[1], int* [2]>());
  CHECK(
      all<std::string, std::u16string, std::filesystem::path, std::vector<bool>,
          std::deque<int>, std::list<char>, std::forward_list<std::string>,
          std::span<int>, std::array<int, 0>, std::set<std::string>,
          std::unordered_map<std::string, std::vector<int>>,
          std::pair<int, char>, std::tuple<>, std::tuple<int, std::string>>());
  CHECK(all<std::optional<int>, std::variant<int, std::string>, std::monostate,
            std::complex<double>, std::chrono::milliseconds,
            std::chrono::system_clock::time_point>());
  CHECK(all<std::vector<int*>, std::vector<std::unique_ptr<int>>,
            std::pair<void*, incomplete*>>());
  CHECK(all<tree, ping, pong, in_itself, bits, nothing, final_one, array_in,
            begin_is_data, numbers<3>>());
  CHECK(
      all<std::atomic<int>, odd_operators, takes_anything, fake_text, left>());
}

TEST_CASE("print/hostile_types: odd ones print") {
  using rill::concat;
  CHECK(concat(odd_operators()) == "odd_operators{7}");
  CHECK(concat(std::vector<odd_operators>(2)) ==
        "[odd_operators{7}, odd_operators{7}]");
  CHECK(concat(takes_anything(), ' ', 5) == "any 5");
  CHECK(concat(fake_text()) == "fake");
  CHECK(concat(bits{1, 2}) == "bits{1, 2}");
  CHECK(concat(nothing()) == "nothing{}");
  CHECK(concat(final_one{3}) == "final_one{3}");
  CHECK(concat(array_in{{1, 2, 3}, "ab"}) == "array_in{[1, 2, 3], \"ab\"}");
  CHECK(concat(begin_is_data()) == "begin_is_data{1, 2}");
  CHECK(concat(in_itself{nullptr}) == "in_itself{nullptr}");
  CHECK(concat(tree{1, {{2, {}}}}) == "tree{1, [tree{2, []}]}");
  ping p;
  p.pongs[3].pings.emplace_back();
  CHECK(concat(p) == "ping{{3: pong{[ping{{}}]}}}");
}

TEST_CASE("print/hostile_types: what is volatile is read and printed") {
  int volatile n = 7;
  char volatile c = 'x';
  double const volatile d = 2.5;
  char const* volatile text = "text";
  CHECK(rill::concat(n, c, d, text) == "7x2.5text");
  CHECK(rill::concat(volatile_in{8}) == "volatile_in{8}");
}

TEST_CASE("print/hostile_types: what looks like something else") {
  CHECK(all<private_begin, void_begin, begin_of_void, half_iterator,
            has_size_only, throwing_size, later, greedy_hook, reference_in,
            volatile_in, converts_to_all, refers_to_all>());
  CHECK(all<fake_optional, fake_variant, fake_expected, fake_tuple, fake_time,
            fake_bits, fake_error, fake_pair, fake_pointer>());
  CHECK(rill::concat(private_begin()) == "private_begin{}");
  CHECK(rill::concat(converts_to_all{5}) == "converts_to_all{5}");
}

TEST_CASE("print/hostile_types: questions that only must have an answer") {
  // Either value is right; the test is that each expression compiles.
  constexpr bool answers[] = {
      printable<int volatile>,
      printable<std::reference_wrapper<int>>,
      printable<int&&>,
      printable<std::weak_ptr<int>>,
      printable<made_of_all*>,
      printable<int (&)()>,
      printable<std::vector<abstract*>>,
  };
  CHECK(sizeof answers == 7);
}

namespace {

class defined_later;
template <class Stream, class T>
concept has_insertion = requires(Stream& out, T const& t) { out << t; };

}  // namespace

TEST_CASE("print/hostile_types: operator<< to a class without a definition") {
  CHECK(!has_insertion<defined_later, rill::error>);
  CHECK(!has_insertion<std::stringbuf, rill::error>);
  CHECK(has_insertion<rill::writer, int>);  // refused by static_assert
}
