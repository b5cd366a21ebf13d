// bench/number/decimal.cpp: nanoseconds to write an integer and a newline to
// memory, write_decimal against to_chars. Best of 15 interleaved rounds.
//   g++ -O2 -std=c++20 -Iinclude bench/number/decimal.cpp
#include <charconv>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "rill/number/decimal.h"

namespace {

constexpr std::size_t room = 131072;
char memory[room];

struct with_rill {
  static constexpr char const* name = "write_decimal";
  template <class T>
  static char* write(char* out, T n) {
    return rill::write_decimal(out, n);
  }
};
struct with_to_chars {
  static constexpr char const* name = "to_chars";
  template <class T>
  static char* write(char* out, T n) {
    return std::to_chars(out, out + 24, n).ptr;
  }
};

template <class Way, class Source>
[[gnu::noinline]] double time(std::size_t count, Source source) {
  auto const start = std::chrono::steady_clock::now();
  char* out = memory;
  for (std::size_t i = 0; i != count; ++i) {
    if (static_cast<std::size_t>(memory + room - out) < 25) {
      asm volatile("" : : "r"(memory) : "memory");
      out = memory;
    }
    out = Way::write(out, source(i));
    *out++ = '\n';
  }
  asm volatile("" : : "r"(out) : "memory");
  std::chrono::duration<double, std::nano> const taken =
      std::chrono::steady_clock::now() - start;
  return taken.count() / static_cast<double>(count);
}

template <class Source>
void compare(char const* what, std::size_t count, Source source) {
  double ours = 1e9, theirs = 1e9;
  for (int round = 0; round != 15; ++round) {
    double const a = time<with_rill>(count, source);
    double const b = time<with_to_chars>(count, source);
    ours = a < ours ? a : ours;
    theirs = b < theirs ? b : theirs;
  }
  std::printf("%-34s %6.2f %6.2f  %5.2f times as fast\n", what, ours, theirs,
              theirs / ours);
}

}  // namespace

int main() {
  constexpr std::size_t many = 1 << 20;
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> lengths(many), full(many);
  std::vector<int> ints(many), small(many);
  for (std::size_t i = 0; i != many; ++i) {
    int const digits = 1 + static_cast<int>(random() % 20);
    std::uint64_t least = 1;
    for (int k = 1; k != digits; ++k) least *= 10;
    std::uint64_t const span = digits == 20 ? ~least : least * 9;
    lengths[i] = least + random() % span;
    full[i] = random();
    ints[i] = static_cast<int>(random()) >> (random() % 32);
    small[i] = static_cast<int>(random() % 100000) >> (random() % 16);
  }
  std::printf("%-34s %6s %6s\n", "ns", "rill", "to_chars");
  compare("size_t 0 to 9,999,999", 10000000, [](std::size_t i) { return i; });
  compare("int 0 to 9,999,999", 10000000,
          [](std::size_t i) { return static_cast<int>(i); });
  compare("int, random below 100,000", many,
          [&](std::size_t i) { return small[i]; });
  compare("int, random bits", many, [&](std::size_t i) { return ints[i]; });
  compare("uint64_t, random digits 1 to 20", many,
          [&](std::size_t i) { return lengths[i]; });
  compare("uint64_t, random", many, [&](std::size_t i) { return full[i]; });
}
