// test/reference/digits.h: integers as arrays of digits, computed by doubling
// and by schoolbook multiplication, without division and without integers wider
// than int.
#ifndef RILL_TEST_REFERENCE_DIGITS_H
#define RILL_TEST_REFERENCE_DIGITS_H

#include <algorithm>
#include <string>
#include <vector>

#include "integer.h"

namespace reference {

inline char letter(int digit, bool upper) {
  return static_cast<char>(digit < 10 ? '0' + digit
                                      : (upper ? 'A' : 'a') + digit - 10);
}

// Replaces a magnitude by 2 * magnitude + one; digits are lowest first.
inline void double_and_add(std::vector<int>& digits, int base, int one) {
  for (int& digit : digits) {
    digit = 2 * digit + one;
    one = digit >= base;
    if (one) digit -= base;
  }
  if (one) digits.push_back(one);
}

// Makes the text of a number from its bits, the highest first.
template <class T>
std::string text_by_doubling(T n, int base, bool upper = false) {
  bool const negative = n < 0;
  std::vector<int> digits;
  // For a negative n, |n| is ~n + 1: the loop takes the inverted bits, and 1 is
  // added after it.
  for (int k = static_cast<int>(sizeof(T)) * 8 - 1; k >= 0; --k)
    double_and_add(digits, base, static_cast<int>(n >> k & 1) ^ negative);
  std::size_t at = 0;
  for (; negative && at != digits.size() && digits[at] == base - 1; ++at)
    digits[at] = 0;
  if (negative && at == digits.size()) digits.push_back(0);
  if (negative) ++digits[at];
  if (digits.empty()) digits.push_back(0);
  std::string out = negative ? "-" : "";
  for (std::size_t i = digits.size(); i-- != 0;)
    out += letter(digits[i], upper);
  return out;
}

// A number of 8 * size bits as bytes, the lowest first.
struct bytes {
  std::vector<int> of;
  bool overflow = false;

  void multiply_and_add(int base, int carry) {
    for (int& byte : of) {
      carry += byte * base;
      byte = carry & 255;
      carry >>= 8;
    }
    overflow = overflow || carry != 0;
  }
  // Whether the magnitude fits a signed type: 2^(bits - 1) only if negative.
  bool fits_signed(bool negative) const {
    if (of.back() < 128) return true;
    return negative && of.back() == 128 &&
           std::all_of(of.begin(), of.end() - 1, [](int b) { return b == 0; });
  }
};

// The result of parse_integer for a text, and the number.
template <class T>
parsed<T> parse_by_bytes(std::string const& from, int base) {
  bool const is_signed = static_cast<T>(-1) < T{0};
  bool const negative = is_signed && !from.empty() && from[0] == '-';
  bytes number{std::vector<int>(sizeof(T), 0)};
  std::size_t at = negative;
  while (at != from.size() && value_of(from[at]) < base)
    number.multiply_and_add(base, value_of(from[at++]));
  if (at == static_cast<std::size_t>(negative))
    return {outcome::malformed, 0, T{}};
  if (number.overflow || (is_signed && !number.fits_signed(negative)))
    return {outcome::out_of_range, at, T{}};
  unsigned_widest bits = 0;
  for (std::size_t i = sizeof(T); i-- != 0;)
    bits = bits << 8 | static_cast<unsigned>(number.of[i]);
  return {outcome::good, at, static_cast<T>(negative ? 0 - bits : bits)};
}

// The texts of base^power - 1, base^power and base^power + 1, for power > 0.
struct around_power {
  std::string below, equal, above;
  around_power(int base, std::size_t power)
      : below(power, letter(base - 1, false)),
        equal("1" + std::string(power, '0')),
        above("1" + std::string(power - 1, '0') + "1") {}
};

// The text of a magnitude plus one.
inline std::string one_more(std::string text, int base) {
  std::size_t at = text.size();
  while (at != 0 && value_of(text[at - 1]) == base - 1) text[--at] = '0';
  if (at == 0) return "1" + text;
  text[at - 1] = letter(value_of(text[at - 1]) + 1, false);
  return text;
}

}  // namespace reference

#endif
