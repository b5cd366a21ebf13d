// test/base/atomic_test.cpp: a value that threads share.
// covers: rill/base/atomic.h
#include <doctest/doctest.h>
#include <rill/base/atomic.h>

#include <thread>
#include <type_traits>
#include <vector>

namespace {

using rill::detail::atomic;

enum class kind : unsigned char { first, second };

int one() { return 1; }
int two() { return 2; }

static_assert(!std::is_copy_constructible_v<atomic<int>>);
static_assert(!std::is_copy_assignable_v<atomic<int>>);
static_assert(sizeof(atomic<kind>) == 1);
constinit atomic<int (*)()> constant = one;

}  // namespace

TEST_CASE("base/atomic: loads, stores and exchanges values") {
  atomic<int> number;
  CHECK(number == 0);
  CHECK((number = 5) == 5);
  CHECK(number.exchange(7) == 5);
  CHECK(number == 7);
  atomic<kind> which = kind::second;
  CHECK(which.exchange(kind::first) == kind::second);
  CHECK(which == kind::first);
  int place = 0;
  atomic<int*> pointer = &place;
  *pointer = 3;
  CHECK(place == 3);
}

TEST_CASE("base/atomic: a function is called through it") {
  CHECK(constant() == 1);
  CHECK((constant.exchange(two) == one));
  CHECK(constant() == 2);
}

TEST_CASE("base/atomic: a thread that sees a value sees what precedes it") {
  for (int i = 0; i != 200; ++i) {
    int text = 0;
    atomic<bool> is_there = false;
    std::thread writer([&] {
      text = 42;
      is_there = true;
    });
    while (!is_there) std::this_thread::yield();
    CHECK(text == 42);
    writer.join();
  }
}

TEST_CASE("base/atomic: of many threads, one exchanges first") {
  for (int i = 0; i != 50; ++i) {
    atomic<bool> is_taken = false;
    int first = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t != 4; ++t)
      threads.emplace_back([&] {
        if (!is_taken.exchange(true)) ++first;
      });
    for (std::thread& thread : threads) thread.join();
    CHECK(first == 1);
  }
}
