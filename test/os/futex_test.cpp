// test/os/futex_test.cpp: a thread sleeps until another thread changes the
// futex word.
// covers: rill/os/mutex.h
// covers: rill/os/posix/mutex.h
// platforms: posix
#include <doctest/doctest.h>

#include <thread>

#include "support/posix_mutex.h"  // the system's way, and polling

namespace {

template <class Wait, class Wake>
void count_to_and_fro(Wait wait, Wake wake) {
  unsigned word = 0;
  constexpr unsigned rounds = 500;
  auto const play = [&](unsigned parity) {
    for (unsigned next = parity; next < rounds; next += 2) {
      for (unsigned now;
           (now = __atomic_load_n(&word, __ATOMIC_SEQ_CST)) != next;)
        wait(word, now);
      __atomic_store_n(&word, next + 1, __ATOMIC_SEQ_CST);
      wake(word);
    }
  };
  std::thread other([&] { play(1); });
  play(0);
  other.join();
  CHECK(word == rounds);
}

}  // namespace

TEST_CASE("os/mutex: two threads wait for each other in turn") {
  count_to_and_fro(rill::os::wait_while, rill::os::wake);
}

TEST_CASE("os/mutex: and where the system has no call for it") {
  count_to_and_fro(wait_by_looking, wake_by_looking);
}

TEST_CASE("os/mutex: a word that has changed is not waited for") {
  unsigned const word = 5;
  rill::os::wait_while(word, 4);
  wait_by_looking(word, 4);
  rill::os::wake(word);
  CHECK(word == 5);
}
