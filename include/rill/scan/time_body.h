// rill/scan/time_body.h: the bodies of time.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_TIME_BODY_H
#define RILL_SCAN_TIME_BODY_H

#include "time.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE outcome finish_form(text_ahead& from, form_problem how, text words,
                              text whole_units, text& expected) {
  expected = how == form_problem::inexact ? whole_units : words;
  if (how == form_problem::too_far) return scan_problem::out_of_range;
  if (how != form_problem::none || !from.finish())
    return scan_problem::malformed;
  return fine;
}

RILL_CORE form_problem take_decimal(text_ahead& from, decimal_count& to) {
  to = {};
  if (!from.has_digit()) return form_problem::malformed;
  form_problem how = form_problem::none;
  bool is_behind = false;
  int zeros = 0;  // at the end of the decimals, not yet counted
  for (;; from.pass()) {
    char const c = from.peek();
    if (c == '.' && !is_behind) {
      is_behind = true;
      continue;
    }
    if (!is_digit(c)) return how;
    zeros = is_behind && c == '0' ? zeros + 1 : zeros;
    if (is_behind && c == '0') continue;
    for (int more = is_behind ? zeros + 1 : 1; more != 0; --more)
      if (__builtin_mul_overflow(to.digits, widest_magnitude{10}, &to.digits))
        how = is_behind ? form_problem::inexact : form_problem::too_far;
    if (is_behind) to.decimals += zeros + 1;
    zeros = 0;
    auto const digit = static_cast<widest_magnitude>(c - '0');
    if (__builtin_add_overflow(to.digits, digit, &to.digits))
      how = is_behind ? form_problem::inexact : form_problem::too_far;
    if (how != form_problem::none) to = {};
  }
}

RILL_CORE widest_magnitude greatest_divisor_of(widest_magnitude a,
                                               widest_magnitude b) noexcept {
  while (b != 0) {
    widest_magnitude const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

RILL_CORE bool multiply_over(widest_magnitude& product, widest_magnitude factor,
                             widest_magnitude& divisor) noexcept {
  widest_magnitude const common = greatest_divisor_of(factor, divisor);
  divisor /= common;
  return !__builtin_mul_overflow(product, factor / common, &product);
}

RILL_CORE form_problem add_count(decimal_count const& count,
                                 unit_size const& unit, std::int64_t num,
                                 std::int64_t den, widest_magnitude& sum) {
  auto const wide = [](std::int64_t n) {
    return static_cast<widest_magnitude>(n);
  };
  widest_magnitude divisor = wide(num);
  if (__builtin_mul_overflow(divisor, wide(unit.den), &divisor))
    return form_problem::inexact;
  for (int i = 0; i != count.decimals; ++i)
    if (__builtin_mul_overflow(divisor, widest_magnitude{10}, &divisor))
      return form_problem::inexact;
  widest_magnitude product = 1;
  bool const fits = multiply_over(product, count.digits, divisor) &&
                    multiply_over(product, wide(unit.num), divisor) &&
                    multiply_over(product, wide(den), divisor);
  if (!fits) return form_problem::too_far;
  if (divisor != 1 && product != 0) return form_problem::inexact;
  return __builtin_add_overflow(sum, product, &sum) ? form_problem::too_far
                                                    : form_problem::none;
}

RILL_CORE form_problem take_duration(text_ahead& from, std::int64_t num,
                                     std::int64_t den, widest_magnitude& sum) {
  decimal_count count;
  sum = 0;
  return take_parts(
      from, [&](text_ahead& at) { return take_decimal(at, count); },
      [&](unit_size const& unit) {
        return add_count(count, unit, num, den, sum);
      });
}

RILL_CORE form_problem take_floating(text_ahead& from) {
  if (from.take("inf") || from.take("nan")) return form_problem::none;
  std::size_t const start = from.place();
  auto const digits = [&] {
    while (from.has_digit()) from.pass();
  };
  digits();
  if (from.place() == start) return form_problem::malformed;
  if (from.take('.')) digits();
  std::size_t const whole = from.place();
  if (from.take('e')) {
    if (!from.take('-')) from.take('+');
    std::size_t const exponent = from.place();
    digits();
    if (from.place() == exponent) from.back_to(whole);
  }
  return form_problem::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
