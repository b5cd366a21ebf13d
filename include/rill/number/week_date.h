// rill/number/week_date.h: the two other forms of an ISO 8601 date: year,
// week and day of the week (2024-W05-3), and year and day of the year
// (2024-035).
//
// Floor 2. Pure, constexpr, no allocation. Apart from calendar.h because only
// scanning needs it. Tests: test/number/week_date_test.cpp.
#ifndef RILL_NUMBER_WEEK_DATE_H
#define RILL_NUMBER_WEEK_DATE_H

#include "calendar.h"

namespace rill::inline RILL_BUILD::detail {

/// Weeks begin on Monday, day 1; week 1 has the first Thursday of the year.
struct week_date {
  std::int64_t year;
  unsigned week, day;
};

/// The first day of a year is day 1.
struct ordinal_date {
  std::int64_t year;
  unsigned day;
};

/// 0 is Monday.
constexpr unsigned weekday_of(std::int64_t days_after_1970) noexcept {
  auto const days = floor_divide(days_after_1970, std::int64_t{7}).rest;
  // 1970-01-01 was a Thursday.
  return static_cast<unsigned>(days + 3) % 7;
}

// A year has 53 weeks when it has 53 Thursdays: it begins with one, or is a
// leap year and begins with a Wednesday. A cycle is a whole number of weeks.
static_assert(days_of_cycle % 7 == 0);
constexpr unsigned weeks_of_year(std::int64_t year) noexcept {
  std::int64_t new_year = 0;
  to_days(civil_date{floor_divide(year, std::int64_t{400}).rest, 1, 1},
          new_year);
  unsigned const weekday = weekday_of(new_year);
  return weekday == 3 || (weekday == 2 && is_leap_year(year)) ? 53 : 52;
}

constexpr bool is_week_date(week_date date) noexcept {
  return date.week != 0 && date.week <= weeks_of_year(date.year) &&
         date.day - 1 < 7;
}

constexpr bool is_ordinal_date(ordinal_date date) noexcept {
  return date.day - 1 < (is_leap_year(date.year) ? 366u : 365u);
}

/// The days after 1970-01-01. Returns false where they are too many for a
/// number. Requires: is_week_date(date).
constexpr bool week_date_to_days(week_date date, std::int64_t& days) noexcept {
  // January 4 is always in week 1.
  if (!to_days(civil_date{date.year, 1, 4}, days)) return false;
  std::int64_t const since =
      std::int64_t{7} * (date.week - 1) + (date.day - 1) - weekday_of(days);
  return !__builtin_add_overflow(days, since, &days);
}
/// The same. Requires: is_ordinal_date(date).
constexpr bool ordinal_date_to_days(ordinal_date date,
                                    std::int64_t& days) noexcept {
  return to_days(civil_date{date.year, 1, 1}, days) &&
         !__builtin_add_overflow(days, date.day - 1, &days);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
