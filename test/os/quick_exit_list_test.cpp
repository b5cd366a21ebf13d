// test/os/quick_exit_list_test.cpp: the functions that run at quick_exit, and
// their order.
#include <doctest/doctest.h>
#include <rill/os/quick_exit_list.h>

#include <string>
#include <thread>
#include <vector>

namespace {

std::string ran;
int calls = 0;

}  // namespace

TEST_CASE("os/quick_exit_list: the last one first, each once, four of them") {
  rill::os::quick_exit_list list;
  CHECK(list.add([](void*) { ran += 'a'; }));
  CHECK(!list.add([](void*) { ran += 'b'; }));
  CHECK(!list.add([](void*) { ran += 'c'; }));
  CHECK(!list.add([](void*) { ran += 'd'; }));
  CHECK(!list.add([](void*) { ran += 'e'; }));
  list.run();
  CHECK(ran == "dcba");
  list.run();
  CHECK(ran == "dcba");
}

TEST_CASE("os/quick_exit_list: threads add at the same time") {
  for (int round = 0; round != 500; ++round) {
    rill::os::quick_exit_list list;
    int first = 0;
    calls = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
      threads.emplace_back([&] {
        if (list.add([](void*) { ++calls; }))
          __atomic_add_fetch(&first, 1, __ATOMIC_RELAXED);
      });
    for (std::thread& thread : threads) thread.join();
    list.run();
    REQUIRE(first == 1);
    REQUIRE(calls == 4);
  }
}
