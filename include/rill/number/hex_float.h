// rill/number/hex_float.h: reading hexadecimal floating-point numbers.
//
// Floor 2. No allocation, no exception, constexpr. Tests:
// test/number/parse_float_test.cpp.
#ifndef RILL_NUMBER_HEX_FLOAT_H
#define RILL_NUMBER_HEX_FLOAT_H

#include "float_text.h"
#include "nearest_float.h"
#include "plain.h"

namespace rill::inline RILL_BUILD::detail {

/// A hexadecimal number's text: n * 2^exponent, a little more with `more`.
struct hex_text {
  char const* end;  // null: no digit, or not the exponent asked for
  wide n;           // normalised, or 0
  std::int64_t exponent;
  bool more;
};

/// The number at [first, last), which is behind the 0x.
constexpr hex_text read_hex(char const* first, char const* last,
                            float_syntax const& syntax) noexcept {
  hex_text text{};
  char const* at = first;
  bool has_digits = false, has_point = false;
  for (; at != last; ++at) {
    if (*at == syntax.point && !has_point) {
      has_point = true;
      continue;
    }
    unsigned const digit = plain_digit(*at);
    if (digit >= 16) break;
    has_digits = true;
    if (text.n.high >> 60) {
      text.more |= digit != 0;
      if (!has_point) text.exponent += 4;
    } else {
      text.n.high = text.n.high << 4 | text.n.low >> 60;
      text.n.low = text.n.low << 4 | digit;
      if (has_point) text.exponent -= 4;
    }
  }
  if (!has_digits) return text;
  if (syntax.exponent != float_exponent::refused) {
    written_exponent const exponent = read_exponent(at, last, 'p');
    if (exponent.end) {
      at = exponent.end;
      text.exponent += exponent.value;
    } else if (syntax.exponent == float_exponent::required) {
      return text;
    }
  }
  text.end = at;
  if (text.n.high == 0) {
    text.n = {text.n.low, 0};
    text.exponent -= 64;
  }
  if (text.n.high == 0) return text;
  int const zeros = leading_zeros(text.n.high);
  if (zeros != 0) {
    text.n.high = text.n.high << zeros | text.n.low >> (64 - zeros);
    text.n.low <<= zeros;
    text.exponent -= zeros;
  }
  return text;
}

/// Sets x to the number nearest to a text that is not zero.
template <floating T>
constexpr rounding hex_nearest(hex_text const& text, bool negative,
                               T& x) noexcept {
  // Beyond these, also for the widest format, nothing is in range.
  constexpr std::int64_t limit = 40000;
  if (text.exponent < -limit || text.exponent > limit)
    return rounding::out_of_range;
  return round_to_nearest(text.n, static_cast<int>(text.exponent), text.more,
                          negative, x);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
