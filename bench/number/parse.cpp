// bench/number/parse.cpp: nanoseconds to read one integer from memory, white
// space between: parse_decimal_padded and parse_integer one at a time and
// parse_many, against from_chars. Best of 9 interleaved rounds.
//   g++ -O2 -std=c++20 -Iinclude bench/number/parse.cpp
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "rill/number.h"

namespace {

struct with_from_chars {
  template <class T>
  static char const* read(char const* at, char const* last, T& n) {
    return std::from_chars(at, last, n).ptr;
  }
};
struct with_integer {
  template <class T>
  static char const* read(char const* at, char const* last, T& n) {
    return rill::parse_integer(at, last, n).end;
  }
};
struct with_padded {
  template <class T>
  static char const* read(char const* at, char const*, T& n) {
    return rill::parse_decimal_padded(at, n).end;
  }
};

template <class Way, class T>
[[gnu::noinline]] T one_by_one(char const* at, char const* last) {
  T sum{};
  for (;;) {
    while (at != last && (*at == ' ' || (*at >= '\t' && *at <= '\r'))) ++at;
    if (at == last) return sum;
    T n{};
    at = Way::read(at, last, n);
    sum = static_cast<T>(sum ^ n);
  }
}

template <class T>
[[gnu::noinline]] T in_bulk(char const* at, char const* last) {
  static T values[1024];
  T sum{};
  for (;;) {
    rill::bulk_result const result = rill::parse_many(at, last, values, 1024);
    for (std::size_t i = 0; i != result.parsed; ++i)
      sum = static_cast<T>(sum ^ values[i]);
    at = result.end;
    if (!result.parsed) return sum;
  }
}

template <class Function>
double nanoseconds(Function function) {
  auto const start = std::chrono::steady_clock::now();
  auto const sum = function();
  std::chrono::duration<double, std::nano> const taken =
      std::chrono::steady_clock::now() - start;
  asm volatile("" : : "r"(sum));
  return taken.count();
}

template <class T, class Source>
void compare(char const* what, std::size_t count, Source source) {
  std::string text;
  for (std::size_t i = 0; i != count; ++i) {
    char number[24];
    text.append(number, rill::write_decimal(number, static_cast<T>(source(i))));
    text += '\n';
  }
  std::size_t const size = text.size();
  text.append(64, ' ');
  char const* const first = text.data();
  char const* const last = first + size;
  T const sum = one_by_one<with_from_chars, T>(first, last);
  if (sum != one_by_one<with_padded, T>(first, last) ||
      sum != in_bulk<T>(first, last + 1) ||
      sum != one_by_one<with_integer, T>(first, last)) {
    std::puts("wrong sum");
    std::exit(1);
  }
  double best[4] = {1e18, 1e18, 1e18, 1e18};
  for (int round = 0; round != 9; ++round) {
    double const taken[4] = {
        nanoseconds(
            [&] { return one_by_one<with_from_chars, T>(first, last); }),
        nanoseconds([&] { return one_by_one<with_integer, T>(first, last); }),
        nanoseconds([&] { return one_by_one<with_padded, T>(first, last); }),
        nanoseconds([&] { return in_bulk<T>(first, last + 1); })};
    for (int i = 0; i != 4; ++i)
      best[i] = taken[i] < best[i] ? taken[i] : best[i];
  }
  std::printf("%-32s", what);
  for (double one : best)
    std::printf(" %7.2f", one / static_cast<double>(count));
  std::printf("   %5.2f %5.2f GB/s\n", static_cast<double>(size) / best[2],
              static_cast<double>(size) / best[3]);
}

}  // namespace

int main() {
  constexpr std::size_t many = 1 << 20;
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> lengths(many), twenty(many);
  std::vector<int> ints(many);
  for (std::size_t i = 0; i != many; ++i) {
    int const digits = 1 + static_cast<int>(random() % 20);
    std::uint64_t least = 1;
    for (int k = 1; k != digits; ++k) least *= 10;
    std::uint64_t const span = digits == 20 ? ~least : least * 9;
    lengths[i] = least + random() % span;
    twenty[i] = 10000000000000000000u + random() % 8446744073709551615u;
    ints[i] = static_cast<int>(random()) >> (random() % 32);
  }
  std::printf("%-32s %7s %7s %7s %7s   padded, bulk\n", "ns", "f_chars",
              "integer", "padded", "bulk");
  compare<std::uint64_t>("uint64_t, 0 to 9,999,999", 10000000,
                         [](std::size_t i) { return i; });
  compare<int>("int, 0 to 9,999,999", 10000000,
               [](std::size_t i) { return i; });
  compare<int>("int, random bits and sign", many,
               [&](std::size_t i) { return ints[i]; });
  compare<std::uint64_t>("uint64_t, random digits 1 to 20", many,
                         [&](std::size_t i) { return lengths[i]; });
  compare<std::uint64_t>("uint64_t, 20 random digits", many,
                         [&](std::size_t i) { return twenty[i]; });
}
