// rill/number/moment_count.h: moments of the calendar as counts of a unit.
//
// Floor 2. Pure, constexpr, no allocation. Apart from moment.h because only
// scanning needs it. Tests: test/number/moment_test.cpp.
#ifndef RILL_NUMBER_MOMENT_COUNT_H
#define RILL_NUMBER_MOMENT_COUNT_H

#include "moment.h"

namespace rill::inline RILL_BUILD::detail {

#if RILL_INT128
using widest_count = int128;
#else
using widest_count = std::int64_t;
#endif

/// What keeps a text or a moment from being a value.
enum class form_problem : unsigned char {
  none,
  malformed,
  inexact,  // no whole number of units
  too_far,  // more units than the type can count
};

/// The inverse of to_moment: how many units of Num / Den seconds.
template <std::int64_t Num, std::int64_t Den, integer Count>
constexpr form_problem to_count(moment const& at, Count& count) noexcept {
  using unit = time_unit<Num, Den>;
  if constexpr (!unit::has_calendar) return form_problem::too_far;
  if (at.digits == unit::digits && Num == 1 && unit::power == Den) {
    // The everyday way: 64 bits, and no division.
    std::int64_t sum = 0;
    if (!__builtin_mul_overflow(at.days, seconds_of_day, &sum) &&
        !__builtin_add_overflow(sum, at.second, &sum) &&
        !__builtin_mul_overflow(sum, Den, &sum) &&
        !__builtin_add_overflow(sum, static_cast<std::int64_t>(at.fraction),
                                &sum) &&
        !__builtin_add_overflow(sum, 0, &count))
      return form_problem::none;
  }
  widest_count seconds = 0;
  if (__builtin_mul_overflow(widest_count{at.days}, seconds_of_day, &seconds))
    return form_problem::too_far;
  if (__builtin_add_overflow(seconds, at.second, &seconds))
    return form_problem::too_far;
  // Towards zero, so that nothing on the way is further than the result.
  auto fraction = static_cast<std::int64_t>(at.fraction);
  auto const power = static_cast<std::int64_t>(powers_of_ten.of[at.digits]);
  if (seconds < 0 && fraction != 0) {
    seconds += 1;
    fraction -= power;
  }
  std::int64_t const common = greatest_divisor(Den, power);
  if (fraction % (power / common) != 0) return form_problem::inexact;
  std::int64_t const parts = fraction / (power / common) * (Den / common);
  widest_count sum = 0;
  if (__builtin_mul_overflow(seconds, Den, &sum) ||
      __builtin_add_overflow(sum, parts, &sum))
    return form_problem::too_far;
  if (sum % Num != 0) return form_problem::inexact;
  sum /= Num;
  return __builtin_add_overflow(sum, 0, &count) ? form_problem::too_far
                                                : form_problem::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
