// rill/number/precise.h: writing a floating-point number with a given number
// of digits.
//
// Contract of all of it: the text is that of the exact binary value, rounded
// to nearest, ties to even, in every rounding mode: what printf writes in
// the C locale, except that a nan has no sign. Infinities are inf and -inf,
// a nan is nan, minus zero is -0. Digits below 0 count as 0. `upper` makes
// E, P, 0X, INF and NAN of e, p, 0x, inf and nan, and capital letters of
// hexadecimal digits. Bytes from `out` on may be overwritten up to the size
// that the function of the same stem returns, none before `out`.
//
// Floor 2. No allocation, no exception, constexpr. Tests: test/number/
// precise_test.cpp.
#ifndef RILL_NUMBER_PRECISE_H
#define RILL_NUMBER_PRECISE_H

#include "fixed_text.h"
#include "hex_text.h"
#include "precise_forms.h"

namespace rill::inline RILL_BUILD {

/// With so many digits the text is exact: all further ones are zeros (those
/// of scientific and hexfloat stand before the exponent). The sizes below
/// count them all, so that nobody has to.
template <floating T>
inline constexpr int fixed_exact_digits =
    -detail::float_format<T>::least_exponent;
template <floating T>
inline constexpr int scientific_exact_digits =
    detail::most_significant<detail::float_format<T>> - 1;
template <floating T>
inline constexpr int hexfloat_exact_digits =
    detail::hex_layout<detail::float_format<T>>::digits;

/// The bytes from `out` on that write_fixed(out, x, digits) may touch.
template <floating T>
constexpr std::size_t fixed_size(T x, int digits) noexcept {
  using format = detail::float_format<T>;
  // |x| < 2^bits, which is 10 times 10^whole or less.
  int const bits = detail::take_apart(x).k + format::precision;
  int const whole = bits > 0 ? detail::floor_log10_of_power_of_two(bits) : 0;
  return detail::form_slack + static_cast<std::size_t>(whole) +
         static_cast<std::size_t>(digits < 0 ? 0 : digits);
}
/// The same for any `x` of the type.
template <floating T>
constexpr std::size_t fixed_size(int digits) noexcept {
  using format = detail::float_format<T>;
  return detail::form_slack +
         static_cast<std::size_t>(detail::floor_log10_of_power_of_two(
             format::greatest_exponent + format::precision)) +
         static_cast<std::size_t>(digits < 0 ? 0 : digits);
}

/// The bytes from `out` on that write_scientific(out, x, digits) may touch,
/// for any `x`.
template <floating T>
constexpr std::size_t scientific_size(int digits) noexcept {
  return detail::form_slack + static_cast<std::size_t>(digits < 0 ? 0 : digits);
}
template <floating T>
constexpr std::size_t scientific_size(T, int digits) noexcept {
  return scientific_size<T>(digits);
}

/// The bytes from `out` on that write_general(out, x, digits) may touch, for
/// any `x`: not more for more digits than there can be.
template <floating T>
constexpr std::size_t general_size(int digits) noexcept {
  constexpr int most = detail::most_significant<detail::float_format<T>>;
  return detail::form_slack + static_cast<std::size_t>(digits < 0      ? 0
                                                       : digits < most ? digits
                                                                       : most);
}
template <floating T>
constexpr std::size_t general_size(T, int digits) noexcept {
  return general_size<T>(digits);
}

/// The bytes from `out` on that write_hexfloat(out, x, digits) may touch, for
/// any `x`.
template <floating T>
constexpr std::size_t hexfloat_size(int digits = -1) noexcept {
  return detail::form_slack +
         static_cast<std::size_t>(digits < 0 ? hexfloat_exact_digits<T>
                                             : digits);
}
template <floating T>
constexpr std::size_t hexfloat_size(T, int digits) noexcept {
  return hexfloat_size<T>(digits);
}

namespace detail {

// What every form begins with: a number that is not finite, or the sign, and
// then write(out, m, k).
template <floating T, class Write>
constexpr char* with_sign(char* out, T x, bool upper, Write write) noexcept {
  auto const parts = take_apart(x);
  if (RILL_UNLIKELY(!parts.is_finite))
    return write_not_finite(out, parts, upper);
  *out = '-';
  return write(out + parts.negative, parts.m, parts.k);
}

}  // namespace detail

/// Writes `x` with `digits` digits behind the point, as printf's %.Nf:
/// write_fixed(out, 2.675, 2) writes 2.67. Returns the end.
template <floating T>
constexpr char* write_fixed(char* out, T x, int digits,
                            bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_fixed_digits<detail::float_format<T>>(
        at, m, k, digits < 0 ? 0 : digits);
  });
}

/// Writes `x` with one digit before the point, `digits` behind it and an
/// exponent of at least two digits, as printf's %.Ne: write_scientific(out,
/// 1234.5, 3) writes 1.234e+03. Returns the end.
template <floating T>
constexpr char* write_scientific(char* out, T x, int digits,
                                 bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_scientific_digits<detail::float_format<T>>(
        at, m, k, digits < 0 ? 0 : digits, upper ? 'E' : 'e');
  });
}

/// Writes `x` with `digits` significant digits (0 means 1), without trailing
/// zeros, as printf's %.Ng: with an exponent if that is below -4 or not below
/// `digits`, plain otherwise. write_general(out, 0.00012345678, 6) writes
/// 0.000123457. Returns the end.
template <floating T>
constexpr char* write_general(char* out, T x, int digits,
                              bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_general_digits<detail::float_format<T>>(
        at, m, k, digits < 1 ? 1 : digits, upper ? 'E' : 'e');
  });
}

/// Writes `x` in hexadecimal, with `digits` digits behind the point, or as
/// many as it takes if that is below 0, as printf's %.Na and %a: 1.0 is
/// 0x1p+0. Types narrower than double are written as a double. Returns the
/// end.
template <floating T>
constexpr char* write_hexfloat(char* out, T x, int digits = -1,
                               bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_hex_digits<detail::float_format<T>>(at, m, k, digits,
                                                             upper);
  });
}

}  // namespace rill::inline RILL_BUILD

#endif
