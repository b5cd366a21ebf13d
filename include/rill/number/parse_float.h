// rill/number/parse_float.h: reading one floating-point number from text, in
// decimal and hexadecimal.
//
// Layer 2. Tests: test/number/parse_float_test.cpp.
#ifndef RILL_NUMBER_PARSE_FLOAT_H
#define RILL_NUMBER_PARSE_FLOAT_H

#include <type_traits>  // std::is_constant_evaluated

#include "../base/text.h"
#include "float_text.h"
#include "nearest_float.h"
#include "result.h"

// Reading hexadecimal floating-point numbers.
//
// No allocation, no exception, constexpr.

namespace rill::inline RILL_BUILD {
namespace detail {

/// A hexadecimal number's text: n * 2^exponent, or a little more with `more`.
struct hex_text {
  char const* end;  // null: no digit, or no exponent where required
  u128_parts n;     // normalised, or 0
  std::int64_t exponent;
  bool more;
};

/// Reads the number at [first, last), which follows 0x.
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
  // Beyond these, no number is in range, not even of the widest format.
  constexpr std::int64_t limit = 40000;
  if (text.exponent < -limit || text.exponent > limit)
    return rounding::out_of_range;
  return round_to_nearest(text.n, static_cast<int>(text.exponent), text.more,
                          negative, x);
}

// Reading one floating-point number from text.
//
// No allocation, no exception, constexpr, no locale. Correctly rounded, ties to
// even, whatever the rounding mode of the machine; in time linear in the text.
// Figures: bench/number/floating.cpp.

constexpr parse_result float_result(char const* end, rounding how) noexcept {
  return {end, how == rounding::done ? number_error::none
                                     : number_error::out_of_range};
}

// `nearest` out of line, for numbers that are not everyday ones.
template <floating T>
[[gnu::noinline]] constexpr rounding nearest_to(std::uint64_t w, int power,
                                                bool negative, T& x) noexcept {
  return nearest<range::any>(w, power, negative, x);
}

// Sets x if the first 19 digits and the next greater number of 19 digits round
// to the same number: the value of the text lies between them.
template <floating T>
[[gnu::noinline]] constexpr rounding nearest_of_both(decimal_text const& text,
                                                     T& x) noexcept {
  T below{}, above{};
  auto const power = static_cast<int>(text.power);
  if (nearest_to(text.digits, power, text.negative, below) != rounding::done ||
      nearest_to(text.digits + 1, power, text.negative, above) !=
          rounding::done)
    return rounding::undecided;
  // Compared as bits: to pass a __bf16 by value, clang calls its runtime
  // library.
  using bits = typename float_format<T>::bits;
  if (__builtin_bit_cast(bits, below) != __builtin_bit_cast(bits, above))
    return rounding::undecided;
  x = below;
  return rounding::done;
}

// Small powers of ten, for formats of more than 53 bits: the product or the
// quotient has at least 127 bits.
template <floating T>
constexpr rounding nearest_wide(std::uint64_t w, int power, bool negative,
                                T& x) noexcept {
  int const zeros = leading_zeros(w);
  w <<= zeros;
  u128_parts n{};
  bool more = false;
  int e = power - zeros;
  if (power >= 0) {
    n = multiply(w, power_of_five(power));
  } else {
    std::uint64_t const five = power_of_five(-power);
    quotient_and_rest const first = divide({0, w}, five);
    quotient_and_rest const second = divide({first.rest, 0}, five);
    quotient_and_rest const third = divide({second.rest, 0}, five);
    n = {first.quotient, second.quotient};
    int const shift = leading_zeros(n.high);
    if (shift != 0) {
      n.high = n.high << shift | n.low >> (64 - shift);
      n.low = n.low << shift | third.quotient >> (64 - shift);
    }
    more = (third.quotient << shift) != 0 || third.rest != 0;
    return round_to_nearest(n, e - 64 - shift, more, negative, x);
  }
  if (n.high == 0) {
    n = {n.low, 0};
    e -= 64;
  }
  int const shift = leading_zeros(n.high);
  if (shift != 0) {
    n.high = n.high << shift | n.low >> (64 - shift);
    n.low <<= shift;
  }
  return round_to_nearest(n, e - shift, more, negative, x);
}

template <floating T>
[[gnu::noinline]] constexpr parse_result finish_decimal(
    decimal_text const& text, T& x) noexcept {
  if (text.digits == 0) {
    x = put_together<T>({0, 0, text.negative, true});
    return {text.end, number_error::none};
  }
  rounding how = rounding::undecided;
  if constexpr (float_format<T>::precision <= 53) {
    if (text.power < least_power_of<T> || text.power > greatest_power_of<T>)
      return {text.end, number_error::out_of_range};
    auto const power = static_cast<int>(text.power);
    if (!text.is_cut) {
      how = nearest_to(text.digits, power, text.negative, x);
    } else {
      how = nearest<range::cut>(text.digits, power, text.negative, x);
      if (how == rounding::undecided) how = nearest_of_both(text, x);
    }
  } else if (!text.is_cut && text.power >= -greatest_five &&
             text.power <= greatest_five) {
    how = nearest_wide(text.digits, static_cast<int>(text.power), text.negative,
                       x);
  }
  if (how == rounding::undecided) how = exact_nearest(text, x);
  return float_result(text.end, how);
}

// Reads the hexadecimal number at [first, last), which follows 0x. `end` is
// null when there is no number.
template <floating T>
constexpr parse_result parse_hexadecimal(char const* first, char const* last,
                                         bool negative, T& x,
                                         float_syntax const& syntax) noexcept {
  hex_text const text = read_hex(first, last, syntax);
  if (!text.end) return {nullptr, number_error::malformed};
  if (text.n.high == 0) {
    x = put_together<T>({0, 0, negative, true});
    return {text.end, number_error::none};
  }
  return float_result(text.end, hex_nearest(text, negative, x));
}

// Reads inf or nan at [at, last). `end` is null for other text.
template <floating T>
constexpr parse_result parse_float_word(char const* at, char const* last,
                                        bool negative, T& x) noexcept {
  float_word const word = read_word(at, last);
  if (!word.end) return {nullptr, number_error::malformed};
  x = put_together<T>({word.is_nan, 0, negative, false});
  return {word.end, number_error::none};
}

// Reads every kind of number, one byte at a time.
template <floating T>
[[gnu::noinline]] constexpr parse_result plain_parse_float(
    char const* first, char const* last, T& x,
    float_syntax const& syntax) noexcept {
  char const* at = first;
  bool const negative = at != last && *at == '-';
  if (negative || (syntax.plus && at != last && *at == '+')) ++at;
  if (syntax.hexadecimal && last - at >= 2 && at[0] == '0' &&
      in_lower_case(at[1]) == 'x') {
    auto const result = parse_hexadecimal(at + 2, last, negative, x, syntax);
    if (result.end) return result;
  }
  decimal_text const text = read_decimal(at, last, negative, syntax);
  if (text.end) return finish_decimal(text, x);
  if (syntax.words) {
    parse_result const result = parse_float_word(at, last, negative, x);
    if (result.end) return result;
  }
  return {first, number_error::malformed};
}

#if RILL_LITTLE_ENDIAN
// Reads a number that is not an everyday one.
template <floating T>
[[gnu::noinline]] parse_result parse_long_float(char const* first,
                                                char const* last,
                                                T& x) noexcept {
  parse_result result{nullptr, number_error::malformed};
  if (first != last) {
    decimal_text const text = read_long_decimal(first, last, '.');
    if (is_before_hexadecimal(text, last))
      result = parse_hexadecimal(text.end + 1, last, text.negative, x,
                                 float_syntax{});
    else if (!text.end)
      result = parse_float_word(text.whole, last, text.negative, x);
    if (result.end) return result;
    if (text.end) return finish_decimal(text, x);
  }
  return {first, number_error::malformed};
}

// Reads an everyday number. `end` is null for other text.
template <floating T, class Words>
RILL_ALWAYS_INLINE parse_result parse_everyday_float(char const* first,
                                                     Words const& words,
                                                     T& x) noexcept {
  constexpr parse_result unusual{nullptr, number_error::malformed};
  everyday_decimal const number = read_everyday_decimal(first, words, '.');
  if (RILL_UNLIKELY(!number.end)) return unusual;
  if constexpr (float_format<T>::precision <= 53) {
    if (RILL_UNLIKELY(number.digits == 0)) {
      x = put_together<T>({0, 0, number.negative, true});
      return {number.end, number_error::none};
    }
    if (float_format<T>::precision == 53 && number.is_short) {
      // Below 10^8: the conversion is exact, in every rounding mode.
      if (number.power == 0) {
        auto const whole = static_cast<T>(static_cast<int>(number.digits));
        x = number.negative ? -whole : whole;
        return {number.end, number_error::none};
      }
      rounding const how = nearest<range::plain>(number.digits, number.power,
                                                 number.negative, x);
      if (RILL_UNLIKELY(how == rounding::undecided)) return unusual;
      return {number.end, number_error::none};
    }
    if (RILL_UNLIKELY(number.power < least_power_of<T> ||
                      number.power > greatest_power_of<T>))
      return {number.end, number_error::out_of_range};
    rounding const how =
        nearest<range::any>(number.digits, number.power, number.negative, x);
    if (RILL_UNLIKELY(how == rounding::undecided)) return unusual;
    return float_result(number.end, how);
  } else {
    if (number.digits == 0 || number.power < -greatest_five ||
        number.power > greatest_five)
      return unusual;
    return float_result(
        number.end, nearest_wide(number.digits, static_cast<int>(number.power),
                                 number.negative, x));
  }
}

template <floating T>
[[gnu::noinline]] parse_result parse_short_float(char const* first,
                                                 char const* last,
                                                 T& x) noexcept {
  if (RILL_LIKELY(first != last)) {
    parse_result const result =
        parse_everyday_float(first, word_window(first, last), x);
    if (RILL_LIKELY(result.end != nullptr)) return result;
  }
  return parse_long_float(first, last, x);
}
#endif

// The readable bytes that parse_float_padded needs.
#if RILL_LITTLE_ENDIAN
inline constexpr std::ptrdiff_t float_padding = everyday_padding;
#else
inline constexpr std::ptrdiff_t float_padding = 0;
#endif

/// As parse_float, for texts that mostly are not everyday numbers: calls one
/// function for each type, and inlines nothing.
template <floating T>
RILL_ALWAYS_INLINE parse_result parse_float_rarely(char const* first,
                                                   char const* last,
                                                   T& x) noexcept {
#if RILL_LITTLE_ENDIAN
  return parse_long_float(first, last, x);
#else
  return plain_parse_float(first, last, x, float_syntax{});
#endif
}

/// As parse_float, for text with float_padding readable bytes at `first`; reads
/// no further. `end` is null for all but everyday numbers: call parse_float
/// then.
template <floating T>
RILL_ALWAYS_INLINE parse_result parse_float_padded(char const* first,
                                                   T& x) noexcept {
#if RILL_LITTLE_ENDIAN
  return parse_everyday_float(first, padded_words{}, x);
#else
  static_cast<void>(first);
  static_cast<void>(x);
  return {nullptr, number_error::malformed};
#endif
}

#if RILL_COMPILED && RILL_LITTLE_ENDIAN
#define RILL_PARSE(T)                                     \
  RILL_EXTERN template parse_result parse_short_float<T>( \
      char const*, char const*, T&) noexcept;             \
  RILL_EXTERN template parse_result parse_long_float<T>(  \
      char const*, char const*, T&) noexcept;
RILL_EACH_FLOAT(RILL_PARSE)
#undef RILL_PARSE
#endif

}  // namespace detail

/// Reads the floating-point number at the start of [first, last): a '-', then
/// digits with a '.' among, before or after them and an exponent, 0x and a
/// hexadecimal number with a binary exponent, or inf, infinity, nan or
/// nan(letters) in any case. Reads the longest such text: "1e" is 1, and so is
/// "1e+"; "0x" is 0. Accepts no '+' and no leading white space. Then:
/// - success: `x` is the nearest number, of two equally near ones the even;
///   `end` is one past the last byte of the text;
/// - no number: malformed, `end` is `first`;
/// - rounded above the greatest number, or a number that is not zero rounded to
///   zero: out_of_range, `end` is one past the text.
/// `x` is untouched unless the call succeeds. No byte at or past `last` is
/// read.
template <floating T>
constexpr parse_result parse_float(char const* first, char const* last,
                                   T& x) noexcept {
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    if (last - first < detail::everyday_padding)
      return detail::parse_short_float(first, last, x);
    parse_result const result = detail::parse_float_padded(first, x);
    if (RILL_LIKELY(result.end != nullptr)) return result;
    return detail::parse_long_float(first, last, x);
  }
#endif
  return detail::plain_parse_float(first, last, x, float_syntax{});
}

/// As parse_float, for the form of number that `syntax` describes.
template <floating T>
constexpr parse_result parse_float(char const* first, char const* last, T& x,
                                   float_syntax const& syntax) noexcept {
  return detail::plain_parse_float(first, last, x, syntax);
}

}  // namespace rill::inline RILL_BUILD

#endif
