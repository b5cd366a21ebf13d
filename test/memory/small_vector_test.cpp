// test/memory/small_vector_test.cpp: plain values that move to the heap.
#include <doctest/doctest.h>
#include <rill/memory/small_vector.h>

#include <string>
#include <utility>  // std::move
#include <vector>

namespace {

template <class T, std::size_t Inline = 0>
using vector = rill::detail::small_vector<T, Inline>;

struct pair {
  int number;
  char mark;
};

template <class Vector>
bool is_inside(Vector const& all) {
  auto const* const first = reinterpret_cast<char const*>(&all);
  auto const* const data = reinterpret_cast<char const*>(all.data());
  return data >= first && data < first + sizeof all;
}

template <std::size_t Inline>
void check_growing() {
  vector<pair, Inline> all;
  CHECK(all.empty());
  std::vector<int> expected;
  for (int i = 0; i != 1000; ++i) {
    all.add({i, 'x'});
    expected.push_back(i);
    REQUIRE(all.size() == expected.size());
    REQUIRE(all.capacity() > all.size());
    REQUIRE(all.back().number == i);
    REQUIRE(is_inside(all) == (expected.size() < Inline));
  }
  for (std::size_t i = 0; i != expected.size(); ++i)
    REQUIRE(all[i].number == expected[i]);
  all.take_back();
  CHECK(all.back().number == 998);
  all.set_size(3);
  CHECK(all.size() == 3);
  CHECK(all.back().number == 2);
}

template <std::size_t Inline>
vector<int, Inline> filled(int count) {
  vector<int, Inline> all;
  for (int i = 0; i != count; ++i) all.add(i);
  return all;
}

template <std::size_t Inline>
void check_moving(int count, int other_count) {
  auto first = filled<Inline>(count);
  vector<int, Inline> second(std::move(first));
  CHECK(first.empty());
  auto third = filled<Inline>(other_count);
  third = std::move(second);
  CHECK(second.empty());
  second.add(7);  // it remains usable
  CHECK(second.back() == 7);
  vector<int, Inline>& itself = third;
  third = std::move(itself);
  REQUIRE(third.size() == static_cast<std::size_t>(count));
  for (int i = 0; i != count; ++i)
    CHECK(third[static_cast<std::size_t>(i)] == i);
}

}  // namespace

TEST_CASE("memory/small_vector: keeps what is added, first in the object") {
  check_growing<0>();
  check_growing<1>();
  check_growing<4>();
  check_growing<33>();
}

TEST_CASE("memory/small_vector: moves, from both places to both") {
  for (int count : {0, 1, 3, 4, 50})
    for (int other_count : {0, 3, 40}) {
      check_moving<0>(count, other_count);
      check_moving<4>(count, other_count);
    }
}

TEST_CASE("memory/small_vector: adds values of its own, one and many") {
  vector<char, 4> bytes;
  std::string expected;
  bytes.add('a');
  expected = "a";
  for (int i = 0; i != 8; ++i) {
    bytes.add(bytes.data(), bytes.size());
    expected += expected;
    bytes.add(bytes[0]);
    expected += expected[0];
    CHECK(std::string(bytes.data(), bytes.size()) == expected);
  }
}

TEST_CASE("memory/small_vector: reserve leaves room for one value more") {
  vector<char> bytes;
  for (std::size_t size : {0u, 1u, 16u, 17u, 1000u}) {
    vector<char> made;
    made.reserve(size);
    for (std::size_t i = 0; i != size; ++i) made.add('x');
    made.data()[size] = '\0';
    CHECK(std::string(made.data()) == std::string(size, 'x'));
  }
  bytes.add("abc", 3);
  // NOLINTNEXTLINE(bugprone-unused-local-non-trivial-variable)
  rill::storage const before = bytes.reserve(5000);
  CHECK(std::string(before.data(), 3) == "abc");
  CHECK(std::string(bytes.data(), 3) == "abc");
}
