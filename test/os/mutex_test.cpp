// test/os/mutex_test.cpp: one thread at a time holds the mutex, and it may lock
// it again.
// covers: rill/os/mutex.h
// covers: rill/os/posix/mutex.h
// platforms: posix
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <type_traits>
#include <vector>

#include "support/posix_mutex.h"  // the system's, and the pthread one

namespace {

static_assert(!std::is_copy_constructible_v<rill::os::mutex>);
static_assert(!std::is_move_constructible_v<rill::os::mutex>);

constexpr int thread_count = 8;
constexpr long turns = 20'000;

template <class Work>
void in_threads(Work work) {
  std::vector<std::thread> threads;
  for (int t = 0; t != thread_count; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}

template <class Mutex>
void count_in_turns(bool nested) {
  Mutex lock;
  long count = 0;
  bool inside = false;
  long wrong = 0;
  in_threads([&](int) {
    for (long i = 0; i != turns; ++i) {
      lock.lock();
      if (nested) {
        lock.lock();
        lock.lock();
      }
      wrong += inside;
      inside = true;
      ++count;
      if (i % 4096 == 0) std::this_thread::yield();
      inside = false;
      if (nested) {
        lock.unlock();
        wrong += inside;  // the thread still holds the lock
        lock.unlock();
      }
      lock.unlock();
    }
  });
  CHECK(count == thread_count * turns);
  CHECK(wrong == 0);
}

// The other thread must sleep until the last unlock.
template <class Mutex>
void wait_for_the_last() {
  Mutex lock;
  std::atomic<int> stage = 0;
  lock.lock();
  lock.lock();
  std::thread other([&] {
    stage = 1;
    lock.lock();
    stage = 2;
    lock.unlock();
  });
  while (stage != 1) std::this_thread::yield();
  ::usleep(20'000);
  lock.unlock();
  ::usleep(20'000);
  CHECK(stage == 1);
  lock.unlock();
  other.join();
  CHECK(stage == 2);
}

}  // namespace

TEST_CASE("os/mutex: eight threads count without losing one") {
  count_in_turns<rill::os::mutex>(false);
  count_in_turns<mutex_of_threads>(false);
}

TEST_CASE("os/mutex: a thread may take what it has") {
  count_in_turns<rill::os::mutex>(true);
  count_in_turns<mutex_of_threads>(true);
}

TEST_CASE("os/mutex: given back when it was given back as often as taken") {
  wait_for_the_last<rill::os::mutex>();
  wait_for_the_last<mutex_of_threads>();
}

#if defined(__linux__)
// A recursive pthread mutex stores the id of its thread. The child's thread has
// another id, so there its second lock would deadlock.
TEST_CASE("os/mutex: a child gives back what the forking thread held") {
  rill::os::mutex lock;
  lock.lock();
  pid_t const child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::alarm(10);
    lock.lock();
    lock.unlock();
    lock.unlock();
    lock.lock();
    ::_exit(0);
  }
  lock.unlock();
  int status = -1;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
#endif
