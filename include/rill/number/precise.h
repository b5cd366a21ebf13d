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
// precise_test.cpp; figures: bench/number/precise.cpp.
#ifndef RILL_NUMBER_PRECISE_H
#define RILL_NUMBER_PRECISE_H

#include "fixed_text.h"
#include "plain_shortest.h"

namespace rill::inline RILL_BUILD {

/// With so many digits the text of write_fixed is exact: all further ones are
/// zeros.
template <floating T>
inline constexpr int fixed_exact_digits =
    -detail::float_format<T>::least_exponent;

/// The bytes that write_fixed(out, x, digits) may touch.
template <floating T>
constexpr std::size_t fixed_size(T x, int digits) noexcept {
  using format = detail::float_format<T>;
  auto const parts = detail::take_apart(x);
  int const whole =
      parts.k + format::precision > 0
          ? detail::floor_log10_of_power_of_two(parts.k + format::precision)
          : 0;
  return 40 + static_cast<std::size_t>(whole) +
         static_cast<std::size_t>(digits < 0 ? 0 : digits);
}

/// Writes `x` with `digits` digits behind the point, as printf's %.Nf:
/// write_fixed(out, 2.675, 2) writes 2.67. Returns the end.
template <floating T>
constexpr char* write_fixed(char* out, T x, int digits,
                            bool upper = false) noexcept {
  auto const parts = detail::take_apart(x);
  if (RILL_UNLIKELY(!parts.is_finite))
    return detail::write_not_finite(out, parts, upper);
  *out = '-';
  out += parts.negative;
  return detail::write_fixed_digits<detail::float_format<T>>(
      out, parts.m, parts.k, digits < 0 ? 0 : digits);
}

}  // namespace rill::inline RILL_BUILD

#endif
