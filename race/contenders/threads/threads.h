// race/contenders/threads/threads.h: eight threads with one sink, and one
// thread beside another that sleeps.
#ifndef RACE_CONTENDERS_THREADS_THREADS_H
#define RACE_CONTENDERS_THREADS_THREADS_H

#include <pthread.h>

#include "../contender.h"

namespace race {

inline constexpr unsigned thread_count = 8;

// Runs work(thread, lines) in eight threads. The job's count is the total.
template <class Work>
inline void in_threads(job const& j, Work work) {
  struct task {
    Work* work;
    unsigned thread;
    size_t lines;
  };
  task tasks[thread_count];
  pthread_t threads[thread_count];
  for (unsigned t = 0; t != thread_count; ++t) {
    tasks[t] = {&work, t, j.count / thread_count};
    auto const run = [](void* given) -> void* {
      auto const& mine = *static_cast<task*>(given);
      (*mine.work)(mine.thread, mine.lines);
      return nullptr;
    };
    if (pthread_create(&threads[t], nullptr, run, &tasks[t]) != 0)
      fail("pthread_create");
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}

// Starts a second thread, which only sleeps until the object is destroyed.
inline void start_idle_thread() {
  pthread_t thread;
  auto const sleep_for_ever = [](void*) -> void* {
    for (;;) pause();
  };
  if (pthread_create(&thread, nullptr, sleep_for_ever, nullptr) != 0)
    fail("pthread_create");
}

inline FILE* open_stream(job const& j) {
  FILE* const f = fopen(j.output, "wb");
  if (f == nullptr) fail("fopen");
  return f;
}

// The same with 64 KiB, for heats with equal buffers.
inline FILE* open_wide_stream(job const& j) {
  static char area[64 * 1024];  // glibc ignores a size without a buffer
  FILE* const f = open_stream(j);
  setvbuf(f, area, _IOFBF, sizeof area);
  return f;
}

}  // namespace race

#endif  // RACE_CONTENDERS_THREADS_THREADS_H
