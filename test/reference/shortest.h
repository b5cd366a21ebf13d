// test/reference/shortest.h: the shortest text of a floating-point number,
// found by trial. It computes all decimal digits of the number and of the two
// midpoints to its neighbours, and adds digits until the text lies between the
// midpoints.
#ifndef RILL_TEST_REFERENCE_SHORTEST_H
#define RILL_TEST_REFERENCE_SHORTEST_H

#include <cstdint>
#include <string>
#include <vector>

#include "integer.h"

namespace reference {

// The parts of a number m * 2^k, and its format.
struct binary {
  unsigned_widest m;
  int k;
  int precision;  // of m, in bits
  int least_k;    // of subnormal numbers
};

// 0.d1d2d3… * 10^(first + 1), without leading and trailing zeros; zero has no
// digits.
struct decimal {
  std::string digits;
  int first = 0;

  // Compares positive numbers.
  friend bool operator<(decimal const& a, decimal const& b) {
    return a.first != b.first ? a.first < b.first : a.digits < b.digits;
  }
  friend bool operator==(decimal const& a, decimal const& b) {
    return a.first == b.first && a.digits == b.digits;
  }
};

// A natural number in limbs of nine digits, the lowest first.
class nines {
 public:
  explicit nines(unsigned_widest n) {
    for (; n != 0; n /= 1000000000)
      limbs_.push_back(static_cast<std::uint32_t>(n % 1000000000));
  }
  void multiply_and_add(std::uint64_t factor, std::uint64_t carry) {
    for (std::uint32_t& limb : limbs_) {
      carry += limb * factor;
      limb = static_cast<std::uint32_t>(carry % 1000000000);
      carry /= 1000000000;
    }
    for (; carry != 0; carry /= 1000000000)
      limbs_.push_back(static_cast<std::uint32_t>(carry % 1000000000));
  }
  void multiply_by_power(std::uint64_t base, int n, std::uint64_t many,
                         int in_many) {
    for (; n >= in_many; n -= in_many) multiply_and_add(many, 0);
    for (; n != 0; --n) multiply_and_add(base, 0);
  }
  std::string text() const {
    std::string out;
    for (std::uint32_t limb : limbs_)
      for (int i = 0; i != 9; ++i, limb /= 10)
        out += static_cast<char>('0' + limb % 10);
    while (!out.empty() && out.back() == '0') out.pop_back();
    return {out.rbegin(), out.rend()};
  }

 private:
  std::vector<std::uint32_t> limbs_;
};

// (m * factor + addend) * 2^k, with all its digits.
inline decimal all_digits(unsigned_widest m, unsigned factor, unsigned addend,
                          int k) {
  nines n(m);
  n.multiply_and_add(factor, addend);
  if (k >= 0)
    n.multiply_by_power(2, k, std::uint64_t{1} << 30, 30);
  else  // n / 2^-k is n * 5^-k / 10^-k
    n.multiply_by_power(5, -k, 1220703125, 13);
  decimal out;
  out.digits = n.text();
  out.first = static_cast<int>(out.digits.size()) - 1 + (k < 0 ? k : 0);
  while (!out.digits.empty() && out.digits.back() == '0') out.digits.pop_back();
  return out;
}

inline decimal all_digits(binary const& x) {
  return all_digits(x.m, 1, 0, x.k);
}

// The decimals that read back as a number: all between two midpoints, and the
// midpoints themselves if the number is even.
struct interval {
  decimal low, high;
  bool ends;

  explicit interval(binary const& x) : ends(x.m % 2 == 0) {
    // The neighbour below a power of two is half as far away.
    unsigned_widest const first = static_cast<unsigned_widest>(1)
                                  << (x.precision - 1);
    if (x.m == first && x.k != x.least_k)
      low = all_digits(x.m - 1, 4, 3, x.k - 2);
    else
      low = all_digits(x.m - 1, 2, 1, x.k - 1);
    high = all_digits(x.m, 2, 1, x.k - 1);
  }
  bool has(decimal const& d) const {
    return (low < d && d < high) || (ends && (d == low || d == high));
  }
};

// The first `count` digits, and the same plus one in the last place.
struct two_decimals {
  decimal below, above;

  two_decimals(decimal const& x, std::size_t count) {
    std::string digits = x.digits.substr(0, count);
    below = without_zeros(digits, x.first);
    std::string const more = one_more(digits);
    above = without_zeros(
        more, x.first + static_cast<int>(more.size() - digits.size()));
  }

 private:
  static std::string one_more(std::string text) {
    std::size_t at = text.size();
    while (at != 0 && text[at - 1] == '9') text[--at] = '0';
    if (at == 0) return "1" + text;
    ++text[at - 1];
    return text;
  }
  static decimal without_zeros(std::string digits, int first) {
    while (!digits.empty() && digits.back() == '0') digits.pop_back();
    decimal out;
    out.digits = digits;
    out.first = first;
    return out;
  }
};

// The fewest digits that read back as a positive number; among these the
// closest; of two equally close ones the one with an even last digit.
inline decimal shortest_digits(binary const& x) {
  decimal const all = all_digits(x);
  interval const good(x);
  for (std::size_t count = 1; count < all.digits.size(); ++count) {
    two_decimals const d(all, count);
    bool const below = good.has(d.below), above = good.has(d.above);
    if (below && above) {
      std::string const rest = all.digits.substr(count);
      bool const odd = (all.digits[count - 1] - '0') % 2 != 0;
      return rest > "5" || (rest == "5" && odd) ? d.above : d.below;
    }
    if (below) return d.below;
    if (above) return d.above;
  }
  return all;
}

inline std::string exponent_form(decimal const& d) {
  std::string out = d.digits.substr(0, 1);
  if (d.digits.size() > 1) out += "." + d.digits.substr(1);
  std::string const size = std::to_string(d.first < 0 ? -d.first : d.first);
  return out + (d.first < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") +
         size;
}

inline std::string plain_form(decimal const& d) {
  if (d.first < 0)
    return "0." + std::string(static_cast<std::size_t>(-1 - d.first), '0') +
           d.digits;
  auto const whole = static_cast<std::size_t>(d.first) + 1;
  if (whole >= d.digits.size())
    return d.digits + std::string(whole - d.digits.size(), '0');
  return d.digits.substr(0, whole) + "." + d.digits.substr(whole);
}

// The text of std::to_chars(first, last, x): the shorter of the scientific and
// the plain form, or the plain form if both are equally long. If the unit of
// the number is greater than 1, the plain form has the number's exact digits,
// which are as many.
inline std::string shortest_text(binary const& x) {
  if (x.m == 0) return "0";
  decimal const d = shortest_digits(x);
  std::string const scientific = exponent_form(d);
  std::string const plain = plain_form(d);
  if (scientific.size() < plain.size()) return scientific;
  return x.k > 0 ? plain_form(all_digits(x)) : plain;
}

}  // namespace reference

#endif
