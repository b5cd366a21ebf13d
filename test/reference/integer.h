// test/reference/integer.h: integers to text and back, in slow and simple code.
#ifndef RILL_TEST_REFERENCE_INTEGER_H
#define RILL_TEST_REFERENCE_INTEGER_H

#include <algorithm>
#include <string>

namespace reference {

// The widest integers of the compiler: 128 bits, or 64 in 32-bit programs.
#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
typedef int128 widest;
typedef uint128 unsigned_widest;
#else
typedef long long widest;
typedef unsigned long long unsigned_widest;
#endif
inline constexpr int widest_bits = static_cast<int>(sizeof(widest)) * 8;

// Random bits; `random` returns 64 at a time.
template <class Random>
unsigned_widest random_widest(Random& random) {
  unsigned_widest n = random();
#if defined(__SIZEOF_INT128__)
  n = n << 64 | random();
#endif
  return n;
}

// A random number below `limit`.
template <class Random>
unsigned below(Random& random, std::size_t limit) {
  return static_cast<unsigned>(random() % limit);
}

inline int value_of(char c) {
  std::string const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  char const lower =
      c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::size_t const at = digits.find(lower);
  return at == std::string::npos ? 99 : static_cast<int>(at);
}

// The text of a number of any type.
template <class T>
std::string text(T n, int base, bool upper = false) {
  std::string out;
  bool const negative = n < 0;
  do {
    int digit = static_cast<int>(n % static_cast<T>(base));
    if (digit < 0) digit = -digit;
    out += (upper ? "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                  : "0123456789abcdefghijklmnopqrstuvwxyz")[digit];
    n = static_cast<T>(n / static_cast<T>(base));
  } while (n != 0);
  if (negative) out += '-';
  std::reverse(out.begin(), out.end());
  return out;
}

enum class outcome { good, malformed, out_of_range };

template <class T>
struct parsed {
  outcome result;
  std::size_t length;
  T value;
};

// Compares texts, not numbers, to detect overflow: a number fits when its
// digits are not above those of the type's extreme value.
template <class T>
parsed<T> parse(std::string const& from, int base, T least, T most) {
  bool const negative = least < 0 && !from.empty() && from[0] == '-';
  std::size_t at = negative;
  std::size_t const digits = at;
  while (at != from.size() && value_of(from[at]) < base) ++at;
  if (at == digits) return {outcome::malformed, 0, T{}};
  std::size_t significant = digits;
  while (significant != at && from[significant] == '0') ++significant;
  std::string run = from.substr(significant, at - significant);
  for (char& c : run)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  std::string const limit =
      negative ? text(least, base).substr(1) : text(most, base);
  if (run.size() > limit.size() || (run.size() == limit.size() && run > limit))
    return {outcome::out_of_range, at, T{}};
  T value = 0;
  for (char c : run)
    value =
        static_cast<T>(value * static_cast<T>(base) +
                       static_cast<T>(negative ? -value_of(c) : value_of(c)));
  return {outcome::good, at, value};
}

}  // namespace reference

#endif
