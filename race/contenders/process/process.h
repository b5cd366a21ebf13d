// race/contenders/process/process.h: the loops around the starts.
#ifndef RACE_CONTENDERS_PROCESS_PROCESS_H
#define RACE_CONTENDERS_PROCESS_PROCESS_H

#include <algorithm>  // sort
#include <string>     // the path of a child
#include <vector>     // the times

#include <sys/mman.h>  // mmap, madvise

#include "../contender.h"

namespace race {

// The path of a child in race/inputs, which the driver has compiled.
inline std::string child_path(char const* name) {
  char const* const folder = getenv("RACE_TOOLS");
  if (folder == nullptr) fail("RACE_TOOLS is not set");
  return std::string(folder) + "/child_" + name;
}

// The bytes at the end of a heat's name: "true-1mib", "true-4gib".
inline size_t bytes_of(char const* heat) {
  char const* const number = strrchr(heat, '-');
  if (number == nullptr) return 0;
  char* unit = nullptr;
  size_t const count = strtoull(number + 1, &unit, 10);
  return count << (*unit == 'g' ? 30 : 20);
}

// Makes `size` bytes resident in small pages: fork(2) copies their page tables,
// and malloc gives small pages where the system has huge pages only on request.
inline void hold_memory(size_t size) {
  if (size == 0) return;
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("out of memory");
  madvise(memory, size, MADV_NOHUGEPAGE);
  auto* const bytes = static_cast<char volatile*>(memory);
  for (size_t at = 0; at < size; at += 4096) bytes[at] = 1;
}

// Children start for warm_time before the clock runs, and for at most most_time
// while it runs.
inline constexpr int64_t warm_time = 20'000'000;  // nanoseconds
inline constexpr int64_t most_time = 100'000'000;

// Calls run(), which returns whether a child was right. The time is the median
// of all starts times their count, so that rare events such as memory returned
// to the host do not count. Returns how many were right.
template <class Run>
inline uint64_t run_again(job const& j, Run run) {
  int64_t const begin = now();
  do {
    if (!run()) fail("the child has failed");
  } while (now() - begin < warm_time);
  std::vector<int64_t> times;
  times.reserve(j.count);
  uint64_t right = 0;
  int64_t const start = now();
  for (int64_t last = start; times.size() != j.count;) {
    right += run();
    int64_t const end = now();
    times.push_back(end - last);
    last = end;
    if (end - start > most_time) break;
  }
  std::sort(times.begin(), times.end());
  int64_t const median = times[times.size() / 2];
  the_clock = {median * static_cast<int64_t>(j.count), 0, false};
  return right == times.size() ? j.count : right;
}

// start(program) starts it, waits, and returns whether it ended with status 0.
template <class Start>
inline uint64_t start_again(job const& j, Start start) {
  bool const is_own = strncmp(j.heat, "true-", 5) == 0;
  std::string const path = is_own ? child_path("true") : "/bin/true";
  hold_memory(bytes_of(j.heat));
  return run_again(j, [&] { return start(path.c_str()); });
}

// capture(program) runs it with the argument "hello", and returns whether it
// printed that as a line.
template <class Capture>
inline uint64_t capture_again(job const& j, Capture capture) {
  std::string const path = j.is("echo") ? "/bin/echo" : child_path("hello");
  return run_again(j, [&] { return capture(path.c_str()); });
}

inline bool is_hello(char const* data, size_t size) {
  return size == 6 && memcmp(data, "hello\n", 6) == 0;
}

struct span {
  char const* data;
  size_t size;
};

// relay(program, bytes, give) writes the bytes into a child, and calls give
// with its two outputs when both have ended. It runs once before the clock:
// memory that a virtual machine has returned to its host takes several times as
// long to touch. give compares the outputs with the clock stopped.
template <class Relay>
inline uint64_t relay_again(job const& j, Relay relay) {
  std::string const path = child_path("relay");
  auto const input = load<char>(j.input);
  uint64_t size = 0;
  auto const give = [&](span out, span err) {
    stop_clock();
    for (span const& one : {out, err})
      if (one.size != input.size ||
          memcmp(one.data, input.data, input.size) != 0)
        fail("an output differs");
    size = out.size;
  };
  for (int round = 0; round != 2; ++round) {
    start_clock();
    relay(path.c_str(), span{input.data, input.size}, give);
  }
  return size;
}

}  // namespace race

#endif  // RACE_CONTENDERS_PROCESS_PROCESS_H
