// bench/instructions/counted.h: shared by the programs whose instructions
// tools/instruction_counts.py counts.
//
// A program has one or more operations. Without an argument it prints their
// names. With a name it runs that operation twice and prints the number of
// items. The first run chooses kernels and touches tables. The second is inside
// counted_work, the only function in which callgrind counts.
#ifndef BENCH_INSTRUCTIONS_COUNTED_H
#define BENCH_INSTRUCTIONS_COUNTED_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

// The asm prevents a tail call: a jump would not return here.
extern "C" [[gnu::noinline]] inline void counted_work(void (*work)(void*),
                                                      void* data) {
  work(data);
  asm volatile("" : : : "memory");
}

namespace counted {

inline constexpr std::size_t items = 10000;

// Makes the compiler assume that a value is used.
template <class T>
inline void use(T const& x) {
  asm volatile("" : : "r"(&x) : "memory");
}

template <class Work>
void measure(Work work) {
  work();
  void (*again)(void*) = [](void* data) { (*static_cast<Work*>(data))(); };
  // Hides the value of `again`: otherwise the compiler clones counted_work for
  // it, under another name.
  asm volatile("" : "+r"(again));
  counted_work(again, &work);
}

struct operation {
  char const* name;
  void (*run)();
};

template <std::size_t N>
int main(int argc, char** argv, operation const (&all)[N]) {
  for (operation const& one : all) {
    if (argc < 2) {
      std::puts(one.name);
    } else if (std::strcmp(argv[1], one.name) == 0) {
      one.run();
      std::printf("%zu\n", items);
      return 0;
    }
  }
  return argc < 2 ? 0 : 2;
}

// splitmix64 (Sebastiano Vigna, public domain).
struct random_bits {
  std::uint64_t state = 1;
  std::uint64_t operator()() {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
};

template <class T, class Make>
std::vector<T> values(Make make) {
  std::vector<T> all(items);
  for (T& one : all) one = make();
  return all;
}

// Each value as the C library writes it, one per line.
template <class T>
std::string lines(std::vector<T> const& all, char const* format) {
  std::string text;
  char line[64];
  for (T one : all) {
    std::snprintf(line, sizeof line, format, one);
    text += line;
    text += '\n';
  }
  return text;
}

// Each number of digits from 1 to 20 is equally likely.
inline std::vector<std::uint64_t> mixed() {
  return values<std::uint64_t>([random = random_bits{}]() mutable {
    std::uint64_t low = 1;
    for (std::uint64_t n = random() % 20; n != 0; --n) low *= 10;
    return low + random() % (low > 1844674407370955161u ? ~low + 1 : low * 9);
  });
}

inline std::vector<double> uniform() {
  return values<double>([random = random_bits{}]() mutable {
    auto const k = static_cast<std::int64_t>(random()) >> 10;
    return static_cast<double>(k) * (10000.0 / 9007199254740992.0);
  });
}

inline std::vector<double> bits() {
  return values<double>([random = random_bits{}]() mutable {
    std::uint64_t n = random();
    while ((n >> 52 & 0x7ff) == 0x7ff) n = random();
    double x;
    std::memcpy(&x, &n, sizeof x);
    return x;
  });
}

inline std::vector<double> prices() {
  return values<double>([random = random_bits{}]() mutable {
    return static_cast<double>(random() % 1000000) / 100.0;
  });
}

// Texts with `digits` digits and a point after the first to ninth.
inline std::string digits(unsigned count) {
  random_bits random;
  std::string text;
  for (std::size_t i = 0; i != items; ++i) {
    std::size_t const first = text.size();
    text += static_cast<char>('1' + random() % 9);
    for (unsigned k = 1; k != count; ++k)
      text += static_cast<char>('0' + (random() >> 32) % 10);
    text.insert(first + 1 + random() % 9, 1, '.');
    text += '\n';
  }
  return text;
}

// `one(out, x)` writes one value and returns the end.
template <class T, class One>
void each_out(std::vector<T> const& all, One one) {
  static char text[512];
  measure([&] {
    for (T x : all) {
      use(one(text, x));
      use(text);
    }
  });
}

// `one(first, last, x)` reads one value and returns its end.
template <class T, class One>
void each_in(std::string const& text, One one) {
  measure([&] {
    char const* at = text.data();
    char const* const last = at + text.size();
    while (at != last) {
      T x{};
      at = one(at, last, x) + 1;
      use(x);
    }
  });
}

}  // namespace counted

#endif  // BENCH_INSTRUCTIONS_COUNTED_H
