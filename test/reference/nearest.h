// test/reference/nearest.h: whether a number is the nearest one to a decimal
// text. Computes the midpoints between it and its neighbours in decimal.
#ifndef RILL_TEST_REFERENCE_NEAREST_H
#define RILL_TEST_REFERENCE_NEAREST_H

#include <algorithm>
#include <string>
#include <vector>

#include "rill/number/floating.h"

namespace reference {

// 0.d1d2d3... * 10^point, without leading and trailing zeros; zero has no
// digits.
struct decimal {
  std::string digits;
  long point = 0;
};

inline decimal trimmed(std::string digits, long point) {
  std::size_t zeros = 0;
  while (zeros != digits.size() && digits[zeros] == '0') ++zeros;
  digits.erase(0, zeros);
  point -= static_cast<long>(zeros);
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return {digits, point};
}

inline int compare(decimal const& a, decimal const& b) {
  if (a.digits.empty() || b.digits.empty())
    return static_cast<int>(!a.digits.empty()) -
           static_cast<int>(!b.digits.empty());
  if (a.point != b.point) return a.point < b.point ? -1 : 1;
  return a.digits.compare(b.digits);
}

// Parses [digits][.digits][e[-+]digits], without a sign.
inline decimal decimal_of(std::string const& text) {
  std::size_t const e = text.find_first_of("eE");
  std::string const front = text.substr(0, e);
  long const exponent =
      e == std::string::npos ? 0 : std::stol(text.substr(e + 1));
  std::size_t const dot = front.find('.');
  std::string digits = front;
  if (dot != std::string::npos) digits.erase(dot, 1);
  long const whole =
      static_cast<long>(dot == std::string::npos ? front.size() : dot);
  return trimmed(digits, whole + exponent);
}

// m * 2^k, computed in base 10^9: by multiplying by 2, or by 5 and moving the
// point.
template <class Unsigned>
decimal decimal_of(Unsigned m, long k) {
  std::vector<unsigned> parts;
  for (; m != 0; m = static_cast<Unsigned>(m / 1000000000))
    parts.push_back(static_cast<unsigned>(m % 1000000000));
  // Multiplies by up to twelve factors at once: 5^12 * 10^9 is below 2^64.
  for (long left = k < 0 ? -k : k; left != 0;) {
    unsigned long long factor = 1;
    for (int i = 0; i != 12 && left != 0; ++i, --left) factor *= k < 0 ? 5 : 2;
    unsigned long long carry = 0;
    for (unsigned& part : parts) {
      unsigned long long const n = part * factor + carry;
      part = static_cast<unsigned>(n % 1000000000);
      carry = n / 1000000000;
    }
    if (carry) parts.push_back(static_cast<unsigned>(carry));
  }
  std::string digits;
  for (std::size_t i = parts.size(); i-- != 0;) {
    std::string const part = std::to_string(parts[i]);
    digits += std::string(9 - part.size(), '0') + part;
  }
  long const size = static_cast<long>(digits.size());
  return trimmed(digits, k < 0 ? size + k : size);
}

// The midpoints below and above x > 0, and whether x is even.
struct neighbourhood {
  decimal below, above;
  bool is_even;
};

template <rill::floating T>
neighbourhood neighbourhood_of(T const& x) {
  using format = rill::detail::float_format<T>;
  auto const parts = rill::detail::take_apart(x);
  auto const m = parts.m;
  using significand = decltype(parts.m);
  // 2m + 1 may need one bit more than the type has. So the midpoint is the
  // decimal sum of m * 2^k and half a unit.
  auto half_way = [](significand from, long k) {
    decimal const up = decimal_of(static_cast<significand>(from), k);
    decimal const half = decimal_of(significand{1}, k - 1);
    // Gives both the same number of digits after the point.
    long const least =
        std::min(up.point - static_cast<long>(up.digits.size()),
                 half.point - static_cast<long>(half.digits.size()));
    long const most = std::max(up.point, half.point) + 1;
    auto spread = [&](decimal const& d) {
      std::string all(static_cast<std::size_t>(most - d.point), '0');
      all += d.digits;
      all.resize(static_cast<std::size_t>(most - least), '0');
      return all;
    };
    std::string sum = spread(up);
    std::string const other = spread(half);
    int carry = 0;
    for (std::size_t i = sum.size(); i-- != 0;) {
      int const digit = (sum[i] - '0') + (other[i] - '0') + carry;
      sum[i] = static_cast<char>('0' + digit % 10);
      carry = digit / 10;
    }
    return trimmed(sum, most);
  };
  constexpr significand first = significand{1} << (format::precision - 1);
  neighbourhood n;
  n.is_even = (m & 1) == 0;
  n.above = half_way(m, parts.k);
  if (m == first && parts.k != format::least_exponent) {
    // At a power of two the number below is half as far away. In its unit the
    // midpoint is 2m - 1/2.
    n.below =
        half_way(static_cast<significand>(first + (first - 1)), parts.k - 1);
  } else {
    n.below = half_way(static_cast<significand>(m - 1), parts.k);
  }
  return n;
}

/// True when x > 0 is the nearest number to the text, with ties to even.
template <rill::floating T>
bool is_nearest(decimal const& text, T const& x) {
  neighbourhood const n = neighbourhood_of(x);
  int const below = compare(text, n.below), above = compare(text, n.above);
  return (below > 0 || (below == 0 && n.is_even)) &&
         (above < 0 || (above == 0 && n.is_even));
}

/// True when the text rounds to zero, or is above the greatest number.
template <rill::floating T>
bool is_out_of_range(decimal const& text) {
  using format = rill::detail::float_format<T>;
  using significand = typename format::significand;
  decimal const least = decimal_of(significand{1}, format::least_exponent - 1);
  if (compare(text, least) <= 0) return true;
  constexpr significand most = static_cast<significand>(
      static_cast<significand>(-1) >>
      (sizeof(significand) * 8 - static_cast<unsigned>(format::precision)));
  T const greatest = rill::detail::put_together<T>(
      {most, format::greatest_exponent, false, true});
  return compare(text, neighbourhood_of(greatest).above) >= 0;
}

}  // namespace reference

#endif
