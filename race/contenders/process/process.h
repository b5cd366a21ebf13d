// race/contenders/process/process.h: the work around the starts.
#ifndef RACE_CONTENDERS_PROCESS_PROCESS_H
#define RACE_CONTENDERS_PROCESS_PROCESS_H

#include <algorithm>  // sort
#include <string>     // the path of a child
#include <vector>     // the times

#include <sys/mman.h>  // mmap, madvise

#include "../contender.h"

namespace race {

// One of the children in race/inputs, which the driver has compiled.
inline std::string child_path(char const* name) {
  char const* const folder = getenv("RACE_TOOLS");
  if (folder == nullptr) fail("RACE_TOOLS is not set");
  return std::string(folder) + "/child_" + name;
}

// The bytes that the end of a heat's name tells: "true-1mib", "true-4gib".
inline size_t bytes_of(char const* heat) {
  char const* const number = strrchr(heat, '-');
  if (number == nullptr) return 0;
  char* unit = nullptr;
  size_t const count = strtoull(number + 1, &unit, 10);
  return count << (*unit == 'g' ? 30 : 20);
}

// Makes so many bytes resident, in small pages: those are what fork(2) copies
// the table of, and what malloc gives where huge pages are for programs that
// ask for them.
inline void hold_memory(size_t size) {
  if (size == 0) return;
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("out of memory");
  madvise(memory, size, MADV_NOHUGEPAGE);
  auto* const bytes = static_cast<char volatile*>(memory);
  for (size_t at = 0; at < size; at += 4096) bytes[at] = 1;
}

// For this long children are started before the clock runs, and for at most so
// long while it does.
inline constexpr int64_t warm_time = 20'000'000;  // nanoseconds
inline constexpr int64_t most_time = 100'000'000;

// run() says whether a child was right. The time is the median of all, times
// their count: what a machine does now and then, such as giving memory back to
// its host, is not part of it. Returns how many were right.
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

// start(program) starts it, waits, and says whether it has ended with status 0.
template <class Start>
inline uint64_t start_again(job const& j, Start start) {
  bool const is_own = strncmp(j.heat, "true-", 5) == 0;
  std::string const path = is_own ? child_path("true") : "/bin/true";
  hold_memory(bytes_of(j.heat));
  return run_again(j, [&] { return start(path.c_str()); });
}

// capture(program) runs it with the argument "hello", and says whether it has
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

// relay(program, bytes, give) writes the bytes into a child and calls give with
// what comes from its two outputs, when both have ended. It does so once before
// the clock runs: memory that a virtual machine has given back to its host
// takes several times as long to touch. What is given is compared when the
// clock stands.
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
