// bench/unicode/characters.h: random characters for the texts of the
// benchmarks, the same in every run.
#ifndef BENCH_UNICODE_CHARACTERS_H
#define BENCH_UNICODE_CHARACTERS_H

#include <cstddef>
#include <random>

namespace rill_bench {

class characters {
 public:
  // One of the `count` characters from `first`.
  char32_t from(char32_t first, char32_t count) {
    return static_cast<char32_t>(first + random_() % count);
  }
  // A letter of an alphabet, or a space.
  char32_t word(char32_t first, char32_t count) {
    return random_() % 6 == 0 ? U' ' : from(first, count);
  }
  char32_t accented() {
    return random_() % 10 ? from('a', 26) : from(0xC0, 0x40);
  }
  // A character that takes `bytes` bytes in UTF-8.
  char32_t of_size(std::size_t bytes) {
    switch (bytes) {
      case 1:
        return from(' ', 95);
      case 2:
        return from(0x80, 0x780);
      case 3:
        return from(0x800, 0xC000);
      default:
        return from(0x10000, 0x100000);
    }
  }
  char32_t of_any_size() { return of_size(1 + random_() % 4); }
  // Runs of up to forty characters of one size.
  char32_t run() {
    if (left_-- == 0) {
      kind_ = 1 + random_() % 4;
      left_ = static_cast<int>(random_() % 40);
    }
    return of_size(kind_);
  }

 private:
  std::mt19937_64 random_{7};
  std::size_t kind_ = 1;
  int left_ = 0;
};

}  // namespace rill_bench

#endif
