// rill/number/plain_shortest.h: a shortest decimal as text, a byte at a time.
//
// Floor 2. No allocation, no exception, constexpr. The twin of the kernels:
// what runs at compile time, on big-endian machines and for types of more
// than 53 bits. Tests: test/number/shortest_test.cpp.
#ifndef RILL_NUMBER_PLAIN_SHORTEST_H
#define RILL_NUMBER_PLAIN_SHORTEST_H

#include <type_traits>  // std::is_constant_evaluated

#include "decimal.h"
#include "plain.h"
#include "shortest_decimal.h"
#include "shortest_extended.h"

namespace rill::inline RILL_BUILD::detail {

constexpr char* write_word(char* out, bool capital, char const* lower,
                           char const* upper) noexcept {
  for (char const* at = capital ? upper : lower; *at; ++at) *out++ = *at;
  return out;
}

// inf, -inf or nan, which has no sign: IEEE 754 gives it no meaning.
template <class Significand>
constexpr char* write_not_finite(char* out,
                                 float_parts<Significand> const& parts,
                                 bool capital = false) noexcept {
  if (parts.m != 0) return write_word(out, capital, "nan", "NAN");
  if (parts.negative) *out++ = '-';
  return write_word(out, capital, "inf", "INF");
}

/// The significant digits of a decimal number: 0.d1d2d3… * 10^(first + 1).
struct digit_text {
  static constexpr int most = 48;  // decimal_size of 128 bits
  char digit[most];
  int count;  // without trailing zeros
  int first;  // the exponent of the first digit

  template <class Head>
  constexpr explicit digit_text(shortest_decimal<Head> d) noexcept
      : digit{}, count(0), first(0) {
    char* end = std::is_constant_evaluated()
                    ? plain_write(digit, d.head, 10u, false)
                    : write_decimal(digit, d.head);
    if (d.head == 0) end = digit;
    *end++ = static_cast<char>('0' + d.last);
    count = static_cast<int>(end - digit);
    first = d.exponent + count - 1;
    while (count > 1 && digit[count - 1] == '0') --count;
  }
};

// Whether the plain text of n digits is not longer than that with an
// exponent. With an exponent there are n digits, a point if n > 1, and four
// characters (five or more from e+100 on, where the plain text is longer
// anyhow). 0.00ddd has 1 - first more than n; ddd.d has one more; ddd00 has
// first + 1.
// So first is in [-3 - point, count + 3 + point], point being 1 or 0; as one
// comparison, because on which side it is too far cannot be predicted.
constexpr bool is_plain(std::ptrdiff_t count, std::ptrdiff_t first) noexcept {
  std::ptrdiff_t const point = count > 1;
  return static_cast<std::size_t>(first + 3 + point) <=
         static_cast<std::size_t>(count + 6 + 2 * point);
}

constexpr char* write_exponent(char* out, int exponent,
                               char mark = 'e') noexcept {
  *out++ = mark;
  *out++ = exponent < 0 ? '-' : '+';
  auto const size = static_cast<unsigned>(exponent < 0 ? -exponent : exponent);
  if (size < 10) *out++ = '0';
  return plain_write(out, size, 10u, false);
}

constexpr char* place_scientific(char* out, digit_text const& text) noexcept {
  *out++ = text.digit[0];
  if (text.count > 1) *out++ = '.';
  for (int i = 1; i < text.count; ++i) *out++ = text.digit[i];
  return write_exponent(out, text.first);
}

// Zeros stand where the digits do not reach to the point.
constexpr char* place_plain(char* out, digit_text const& text) noexcept {
  if (text.first < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int i = text.first + 1; i < 0; ++i) *out++ = '0';
  }
  for (int i = 0; i < text.count || i <= text.first; ++i) {
    if (i == text.first + 1 && i != 0) *out++ = '.';
    *out++ = i < text.count ? text.digit[i] : '0';
  }
  return out;
}

// m * 2^k, k >= 0, digit by digit; at most 10^41.
template <class Format>
constexpr char* write_whole(char* out, typename Format::significand m,
                            int k) noexcept {
  big_integer<4> n(m);
  n.shift_left(k);
  char reversed[64] = {};
  int count = 0;
  for (; !n.is_zero(); ++count)
    reversed[count] = static_cast<char>('0' + n.divide_by(10));
  while (count != 0) *out++ = reversed[--count];
  return out;
}

// The least bfloat16 is 9.2e-41. That 9e-41 is as short as 1e-40, and closer,
// only big integers know; no other format has such a number.
template <class Format>
constexpr auto shortest_of(typename Format::significand m, int k) noexcept {
  if constexpr (Format::precision <= 53 && Format::precision != 8)
    return find_shortest<Format>(m, k);
  else if constexpr (Format::precision == 64)
    return find_shortest_extended<Format>(m, k);
  else
    return exact_shortest<Format>(m, k);
}

template <floating T>
constexpr char* plain_shortest(char* out, T x) noexcept {
  using format = float_format<T>;
  auto const parts = take_apart(x);
  if (!parts.is_finite) return write_not_finite(out, parts);
  if (parts.negative) *out++ = '-';
  if (parts.m == 0) {
    *out++ = '0';
    return out;
  }
  digit_text const text(shortest_of<format>(parts.m, parts.k));
  if (!is_plain(text.count, text.first)) return place_scientific(out, text);
  // Where neighbours are more than 1 apart, zeros behind the shortest digits
  // would be as long as the number itself, and not as close.
  if (parts.k > 0) return write_whole<format>(out, parts.m, parts.k);
  return place_plain(out, text);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
