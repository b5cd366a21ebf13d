// bench/number/floating.cpp: nanoseconds to write a floating-point number to
// memory and to read one from there, beside the C and C++ libraries. Best of
// 15 interleaved rounds.
//   g++ -O2 -std=c++20 -Iinclude bench/number/floating.cpp
#include <rill/number.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr std::size_t count = 20000;

template <class Work>
[[gnu::noinline]] double time(Work work) {
  auto const start = std::chrono::steady_clock::now();
  work();
  std::chrono::duration<double, std::nano> const taken =
      std::chrono::steady_clock::now() - start;
  return taken.count() / static_cast<double>(count);
}

template <class Ours, class Theirs>
void compare(char const* what, Ours ours, Theirs theirs) {
  double a = 1e9, b = 1e9;
  for (int round = 0; round != 15; ++round) {
    double const one = time(ours), other = time(theirs);
    a = one < a ? one : a;
    b = other < b ? other : b;
  }
  std::printf("%-40s %8.2f %8.2f  %5.2f times as fast\n", what, a, b, b / a);
}

template <class T, class Write>
auto writing(std::vector<T> const& numbers, Write write) {
  return [&numbers, write] {
    static char memory[4096];
    for (T const x : numbers) {
      char* const end = write(memory, x);
      asm volatile("" : : "r"(end), "r"(memory) : "memory");
    }
  };
}

template <class Read>
auto reading(std::string const& texts, Read read) {
  return [&texts, read] {
    double sum = 0;
    char const* const last = texts.data() + texts.size();
    for (char const* at = texts.data(); at != last; ++at) {
      double x = 0;
      at = read(at, last, x);
      sum += x;
    }
    asm volatile("" : : "x"(sum));
  };
}

template <class T, class Make>
std::vector<T> numbers_of(Make make) {
  std::vector<T> made(count);
  for (T& x : made) x = static_cast<T>(make());
  return made;
}

std::string texts_of(std::vector<double> const& numbers, char const* format) {
  std::string made;
  for (double const x : numbers) {
    char text[64];
    made.append(text, static_cast<std::size_t>(
                          std::snprintf(text, sizeof text, format, x)));
    made += '\n';
  }
  return made;
}

template <class T>
void compare_shortest(char const* what, std::vector<T> const& numbers) {
  compare(what,
          writing(numbers,
                  [](char* out, T x) { return rill::write_shortest(out, x); }),
          writing(numbers, [](char* out, T x) {
            return std::to_chars(out, out + 100, x).ptr;
          }));
}

void compare_reading(char const* what, std::string const& texts) {
  compare(what,
          reading(texts,
                  [](char const* at, char const* last, double& x) {
                    return rill::parse_float(at, last, x).end;
                  }),
          reading(texts, [](char const* at, char const* last, double& x) {
            return std::from_chars(at, last, x).ptr;
          }));
}

template <class T, class Write>
void compare_printf(char const* what, std::vector<T> const& numbers,
                    Write write, char const* format) {
  compare(what, writing(numbers, write), writing(numbers, [=](char* out, T x) {
            return out + std::sprintf(out, format, x);
          }));
}

}  // namespace

int main() {
  std::mt19937_64 random(42);
  auto const uniform = numbers_of<double>([&] {
    return static_cast<double>(random() >> 11) * 0x1p-53 * 20000 - 10000;
  });
  auto const bits = numbers_of<double>([&] {
    for (;;) {
      auto const word = random();
      double x;
      std::memcpy(&x, &word, 8);
      if (x - x == 0) return x;
    }
  });
  auto const prices = numbers_of<double>(
      [&] { return static_cast<double>(random() % 1000000) / 100; });
  auto const floats = numbers_of<float>(
      [&] { return static_cast<float>(random() >> 40) * 0x1p-10f; });
  auto const wide = numbers_of<long double>(
      [&] { return static_cast<long double>(random()) / 1000; });

  std::puts("                                            rill    other");
  compare_shortest("shortest, uniform; to_chars", uniform);
  compare_shortest("shortest, any bits; to_chars", bits);
  compare_shortest("shortest, prices; to_chars", prices);
  compare_shortest("shortest, float; to_chars", floats);
  compare_shortest("shortest, long double; to_chars", wide);
  compare_printf(
      "fixed(x, 2), prices; printf", prices,
      [](char* out, double x) { return rill::write_fixed(out, x, 2); }, "%.2f");
  compare_printf(
      "scientific(x, 5), any bits; printf", bits,
      [](char* out, double x) { return rill::write_scientific(out, x, 5); },
      "%.5e");
  compare_printf(
      "general(x, 6), uniform; printf", uniform,
      [](char* out, double x) { return rill::write_general(out, x, 6); },
      "%.6g");
  compare_printf(
      "fixed(x, 100), uniform; printf", uniform,
      [](char* out, double x) { return rill::write_fixed(out, x, 100); },
      "%.100f");
  compare_printf(
      "hexfloat(x), uniform; printf", uniform,
      [](char* out, double x) { return rill::write_hexfloat(out, x); }, "%a");
  compare_reading("read uniform, 17 digits; from_chars",
                  texts_of(uniform, "%.17g"));
  compare_reading("read any bits, 17 digits; from_chars",
                  texts_of(bits, "%.17g"));
  compare_reading("read prices; from_chars", texts_of(prices, "%.2f"));
  compare_reading("read 19 digits; from_chars", texts_of(uniform, "%.18e"));
  compare_reading("read 40 digits; from_chars", texts_of(uniform, "%.39e"));
}
