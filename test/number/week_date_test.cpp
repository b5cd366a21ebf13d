// test/number/week_date_test.cpp: dates by the week and by the day of the year,
// against the definition of the first week with the calendar of <chrono>, and
// values by Python's datetime.fromisocalendar.
#include <rill/number/calendar.h>

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>

using namespace std::chrono;
using namespace rill::detail;

namespace {

// The Monday of the week that has the first Thursday of the year: week 1.
std::int64_t first_monday(year y) {
  return sys_days(y / January / Thursday[1]).time_since_epoch().count() - 3;
}

constexpr std::int64_t day_of(week_date date) {
  std::int64_t days = -1;
  return is_week_date(date) && week_date_to_days(date, days) ? days : -1;
}

}  // namespace

TEST_CASE("number/calendar: the weeks of 2000 years follow one another") {
  bool is_right = true;
  for (int y = -500; y != 1500; ++y) {
    std::int64_t want = first_monday(year(y));
    for (unsigned week = 0; week != 56; ++week)
      for (unsigned day = 0; day != 9; ++day) {
        bool const exists =
            week != 0 && day - 1 < 7 && want < first_monday(year(y + 1));
        week_date const date{y, week, day};
        std::int64_t days = 0;
        is_right = is_right && is_week_date(date) == exists;
        if (!exists) continue;
        is_right = is_right && week_date_to_days(date, days) && days == want;
        ++want;
      }
    is_right = is_right && want == first_monday(year(y + 1));
  }
  CHECK(is_right);
}

TEST_CASE("number/calendar: the days of 2000 years") {
  bool is_right = true;
  for (int y = -500; y != 1500; ++y) {
    std::int64_t want =
        sys_days(year(y) / January / 1).time_since_epoch().count();
    is_right = is_right && !is_ordinal_date({y, 0}) &&
               is_ordinal_date({y, 366}) == year(y).is_leap() &&
               !is_ordinal_date({y, 367}) && !is_ordinal_date({y, ~0u});
    for (unsigned day = 1; day != (year(y).is_leap() ? 367 : 366); ++day) {
      std::int64_t days = 0;
      is_right = is_right && is_ordinal_date({y, day}) &&
                 ordinal_date_to_days({y, day}, days) && days == want++;
    }
  }
  CHECK(is_right);
}

TEST_CASE("number/calendar: days of the week since and before 1970") {
  bool is_right = true;
  for (int d = -3000; d != 3000; ++d)
    is_right = is_right &&
               weekday_of(d) == weekday(sys_days(days(d))).iso_encoding() - 1;
  CHECK(is_right);
  // 7 divides the distance of the two days, so the weekdays are equal.
  CHECK(weekday_of(INT64_MAX) == weekday_of(INT64_MAX % 7));
  CHECK(weekday_of(INT64_MIN) == weekday_of(INT64_MIN % 7));
}

TEST_CASE("number/calendar: years whose days are no 64-bit number") {
  std::int64_t days = 0;
  for (std::int64_t const y : {INT64_MAX, INT64_MIN}) {
    CHECK_FALSE(week_date_to_days({y, 1, 1}, days));
    CHECK_FALSE(ordinal_date_to_days({y, 1}, days));
  }
  auto const final_day = to_civil(INT64_MAX);
  auto const first_day = to_civil(INT64_MIN);
  CHECK(ordinal_date_to_days({final_day.year, 1}, days));
  CHECK_FALSE(ordinal_date_to_days({final_day.year, 365}, days));
  CHECK(week_date_to_days({final_day.year, 1, 1}, days));
  CHECK_FALSE(week_date_to_days({final_day.year, 52, 7}, days));
  CHECK_FALSE(ordinal_date_to_days({first_day.year, 1}, days));
  CHECK_FALSE(week_date_to_days({first_day.year, 1, 1}, days));
}

// By Python: date.fromisocalendar(y, w, d) - date(1970, 1, 1).
static_assert(day_of({2024, 5, 3}) == 19753);
static_assert(day_of({1981, 1, 1}) == 4015);
static_assert(day_of({2020, 53, 7}) == 18630);
static_assert(day_of({2026, 47, 6}) == 20778);
static_assert(day_of({1, 1, 1}) == -719162);
static_assert(day_of({2024, 53, 1}) == -1);
