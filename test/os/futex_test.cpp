// test/os/wait_word_test.cpp: a thread sleeps until another changes a word.
// covers: rill/os/wait_word.h
// covers: rill/os/posix/wait_word.h
// covers: rill/os/linux/wait_word.h
// covers: rill/os/win32/wait_word.h
// platforms: posix
#include <doctest/doctest.h>

#include <thread>

// Both ways, whichever the system takes.
#include <rill/os/wait_word.h>
#define wait_while wait_by_looking
#define wake wake_by_looking
#include <rill/os/posix/wait_word.h>
#undef wait_while
#undef wake

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

TEST_CASE("os/wait_word: two threads wait for each other in turn") {
  count_to_and_fro(rill::os::wait_while, rill::os::wake);
}

TEST_CASE("os/wait_word: and where the system has no call for it") {
  count_to_and_fro(rill::os::wait_by_looking, rill::os::wake_by_looking);
}

TEST_CASE("os/wait_word: a word that has changed is not waited for") {
  unsigned const word = 5;
  rill::os::wait_while(word, 4);
  rill::os::wait_by_looking(word, 4);
  rill::os::wake(word);
  CHECK(word == 5);
}
