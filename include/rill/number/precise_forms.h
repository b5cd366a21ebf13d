// rill/number/precise_forms.h: rounded digits in the forms of printf's %e and
// %g.
//
// Floor 2. No allocation, no exception, constexpr. Tests:
// test/number/precise_test.cpp.
#ifndef RILL_NUMBER_PRECISE_FORMS_H
#define RILL_NUMBER_PRECISE_FORMS_H

#include "plain_shortest.h"
#include "significant.h"

namespace rill::inline RILL_BUILD::detail {

/// The digits that an exact value can have: m * 2^-s has s behind the point,
/// those of the least s begin with the most zeros, and every doubling takes
/// one digit behind the point and adds less than one before it.
template <class Format>
inline constexpr int most_significant =
    floor_log10_of_power_of_two(Format::precision + Format::least_exponent) +
    1 - Format::least_exponent;
static_assert(most_significant<float_format<float>> == 112);
static_assert(most_significant<float_format<double>> == 767);

// What is stored beyond a text, and then all that is not digits: sign,
// point, 0.000 and e-16445.
inline constexpr std::size_t form_slack = 32;

// Copies to a lower address, a byte at a time: regions can overlap.
constexpr char* move_down(char* to, char const* from, int count) noexcept {
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    __builtin_memmove(to, from, static_cast<std::size_t>(count));
    return to + count;
  }
#endif
  for (int i = 0; i != count; ++i) *to++ = *from++;
  return to;
}

/// d.ddde+XX. Digits beyond the exact ones are zeros.
template <class Format>
constexpr char* write_scientific_digits(char* out,
                                        typename Format::significand m, int k,
                                        int digits, char mark) noexcept {
  constexpr int most = most_significant<Format> - 1;
  int const made = digits < most ? digits : most;
  int const exponent = write_significant<Format>(out + 1, m, k, made + 1);
  out[0] = out[1];
  char* at = out + 1;
  if (digits != 0) {
    out[1] = '.';
    at = write_zeros(out + 2 + made, out + 2 + digits);
  }
  return write_exponent(at, exponent, mark);
}

/// Either form without trailing zeros.
template <class Format>
constexpr char* write_general_digits(char* out, typename Format::significand m,
                                     int k, int digits, char mark) noexcept {
  constexpr int most = most_significant<Format>;
  // Beyond 0.000 and the digits' own place: then they only move down.
  char* const text = out + 6;
  int count = digits < most ? digits : most;
  int const exponent = write_significant<Format>(text, m, k, count);
  while (count > 1 && text[count - 1] == '0') --count;
  if (exponent < -4 || exponent >= digits) {
    *out++ = text[0];
    if (count > 1) {
      *out++ = '.';
      out = move_down(out, text + 1, count - 1);
    }
    return write_exponent(out, exponent, mark);
  }
  if (exponent < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int i = -1; i != exponent; --i) *out++ = '0';
    return move_down(out, text, count);
  }
  int const whole = exponent + 1;
  if (count <= whole) {
    out = move_down(out, text, count);
    return write_zeros(out, out + (whole - count));
  }
  out = move_down(out, text, whole);
  *out++ = '.';
  return move_down(out, text + whole, count - whole);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
