// test/os/thread_test.cpp: which thread runs, the ends of threads, and a lock.
// covers: rill/os/thread.h
#include <doctest/doctest.h>
#include <rill/os/thread.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace os = rill::os;

namespace {

std::atomic<int> ended = 0;
void* last_argument = nullptr;

void count_end(void* argument) {
  ++ended;
  last_argument = argument;
}

}  // namespace

TEST_CASE("os/thread: each thread that runs has its own mark") {
  void const* const self = os::this_thread();
  CHECK(self != nullptr);
  CHECK(self == os::this_thread());
  std::atomic<void const*> one = nullptr, two = nullptr;
  auto const work = [&](auto& mine, auto& other) {
    mine = os::this_thread();
    while (!other) std::this_thread::yield();
  };
  std::thread first([&] { work(one, two); }), second([&] { work(two, one); });
  first.join();
  second.join();
  CHECK(one.load() != two.load());
  CHECK(one.load() != self);
  CHECK(two.load() != self);
}

TEST_CASE("os/thread: calls a function at the end of a thread") {
  static os::thread_end at_end;
  ended = 0;
  int argument = 0;
  bool is_supported = false;
  std::thread([&] {
    is_supported = at_end.call(count_end, &argument);
    (void)at_end.call(count_end, &argument);  // once all the same
    CHECK(ended == 0);
  }).join();
  CHECK(is_supported);
  CHECK(ended == 1);
  CHECK(last_argument == &argument);
  std::thread([] {}).join();
  CHECK(ended == 1);
  std::thread([&] { (void)at_end.call(count_end, &ended); }).join();
  CHECK(ended == 2);
}

#if !defined(_WIN32)
TEST_CASE("os/thread: forgets the function") {
  static os::thread_end at_end;
  ended = 0;
  std::thread([] {
    (void)at_end.call(count_end, &ended);
    at_end.forget();
    at_end.forget();
  }).join();
  CHECK(ended == 0);
  std::thread([] { (void)at_end.call(count_end, &ended); }).join();
  CHECK(ended == 1);
}
#endif

TEST_CASE("os/thread: one thread at a time holds the lock") {
  os::polling_lock lock;
  long count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t != 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i != 200; ++i) {
        lock.lock();
        ++count;
        lock.unlock();
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(count == 800);
  CHECK(lock.try_lock());
  CHECK_FALSE(lock.try_lock());
}

TEST_CASE("os/thread: lock_soon gives up after its patience") {
  using clock = std::chrono::steady_clock;
  os::polling_lock lock;
  auto const take = [&] { return lock.try_lock(); };
  auto const never = [] { return false; };
  int patience = 50;
  CHECK(os::lock_soon(take, never, patience));
  CHECK(patience == os::longest_wait);
  patience = 30;
  auto const start = clock::now();
  int blocked = 20;  // calls in which the time does not count
  CHECK_FALSE(os::lock_soon(take, [&] { return blocked-- > 0; }, patience));
  CHECK(clock::now() - start >= std::chrono::milliseconds(40));
  CHECK(patience == 0);
  CHECK_FALSE(os::lock_soon(take, never, patience));
  lock.unlock();
  CHECK(os::lock_soon(take, never, patience));
  CHECK(patience == os::longest_wait);
}
