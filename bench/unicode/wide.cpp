// bench/unicode/wide.cpp: gigabytes of input a second between Latin-1, UTF-16
// and UTF-32, in validation of UTF-16 and UTF-32, and in counting, by the
// kernel of each level. Best of 15 interleaved rounds.
//   g++ -O2 -std=c++20 -Iinclude -Itest bench/unicode/wide.cpp
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "support/text_kernels.h"

namespace {

using namespace rill::detail;

// A hundred thousand characters of one kind, with spaces between.
template <form Form>
std::string text_of(char32_t first, char32_t count) {
  std::string text;
  unsigned seed = 1;
  for (int i = 0; i != 100000; ++i) {
    seed = seed * 1103515245 + 12345;
    char32_t const c = seed >> 29 == 0 ? U' ' : first + (seed >> 16) % count;
    char units[4];
    text.append(units, bytes_of_form<Form>::put(units, c));
  }
  return text;
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

// Prints a line with a figure for each level.
template <class Run>
void compare(char const* what, std::size_t bytes, Run run) {
  auto const levels = rill_test::text_levels();
  std::vector<double> best(levels.size(), 1e18);
  for (int round = 0; round != 15; ++round)
    for (std::size_t i = 0; i != levels.size(); ++i) {
      double const taken = nanoseconds([&] { return run(levels[i]); });
      if (taken < best[i]) best[i] = taken;
    }
  std::printf("%-22s", what);
  for (std::size_t i = 0; i != levels.size(); ++i)
    std::printf("  %s %6.2f", rill_test::level_name(levels[i]),
                static_cast<double>(bytes) / best[i]);
  std::printf("\n");
}

template <form From, form To>
void conversion(char const* what, char32_t first, char32_t count) {
  std::string const text = text_of<From>(first, count);
  std::vector<char> out(text.size() * 4);
  compare(what, text.size(), [&](rill::cpu level) {
    rill_test::forced_conversion<From, To> const by(level);
    return convert<bytes_of_form<From>, bytes_of_form<To>>(
               text.data(), text.size(), out.data(), out.size())
        .written;
  });
}
template <form Form>
void validation(char const* what, char32_t first, char32_t count) {
  std::string const text = text_of<Form>(first, count);
  compare(what, text.size(), [&](rill::cpu level) {
    rill_test::forced_validation<Form> const by(level);
    return find_problem<bytes_of_form<Form>>(text.data(), text.size()).offset;
  });
}
template <form From, form To>
void counting(char const* what, char32_t first, char32_t count) {
  std::string const text = text_of<From>(first, count);
  compare(what, text.size(), [&](rill::cpu level) {
    counter const run =
        kernel_up_to<counter, unit_count_of<From, To>::template at>(level);
    return run(text.data(), text.data() + text.size());
  });
}

}  // namespace

int main() {
  using enum form;
  validation<utf16>("UTF-16, Cyrillic", 0x430, 32);
  validation<utf16>("UTF-16, emoji", 0x1F600, 64);
  validation<utf32>("UTF-32, emoji", 0x1F600, 64);
  conversion<utf16, utf16_swapped>("16 to swapped, Cyr.", 0x430, 32);
  conversion<utf16, utf32>("16 to 32, Cyrillic", 0x430, 32);
  conversion<utf16, utf32>("16 to 32, emoji", 0x1F600, 64);
  conversion<utf32, utf16>("32 to 16, Cyrillic", 0x430, 32);
  conversion<utf32, utf16>("32 to 16, emoji", 0x1F600, 64);
  conversion<latin1, utf16>("Latin-1 to 16", 0xA0, 96);
  conversion<latin1, utf32>("Latin-1 to 32", 0xA0, 96);
  conversion<utf16, latin1>("16 to Latin-1", 0xA0, 96);
  conversion<utf32, latin1>("32 to Latin-1", 0xA0, 96);
  counting<utf8, utf16>("size of 8 in 16", 0x430, 32);
  counting<utf16, utf8>("size of 16 in 8", 0x430, 32);
  counting<utf32, utf8>("size of 32 in 8", 0x430, 32);
}
