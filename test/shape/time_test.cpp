// test/shape/time_test.cpp: the members of durations, points in time and dates
// give them their shape.
// covers: shape/standard_types.h
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <chrono>
#include <filesystem>
#include <string>

using namespace std::chrono;
using rill::detail::calendar_kind;
using rill::detail::calendar_kind_of;
using rill::detail::shape;
using rill::detail::shape_of;
using rill::detail::time_scale;
using rill::detail::time_scale_of;

namespace own {

// Classes of the program with names of the standard library.
class year_month_day {
 public:
  bool ok() const { return true; }
};
class counter {
 public:
  int count() const { return 1; }
};
// Has the members of a duration.
class duration {
 public:
  using rep = int;
  using period = std::ratio<1, 50>;
  int count() const { return 1; }
};
struct system_clock {};  // without to_time_t
class point {
 public:
  using clock = system_clock;
  using duration = own::duration;
  duration time_since_epoch() const { return {}; }
};

}  // namespace own

TEST_CASE("shape/standard_types: durations and points in time") {
  CHECK(shape_of<seconds> == shape::duration);
  CHECK(shape_of<duration<double, std::ratio<2, 3>>> == shape::duration);
  CHECK(shape_of<own::duration> == shape::duration);
  CHECK(shape_of<own::counter> != shape::duration);
  CHECK(shape_of<sys_days> == shape::time_point);
  CHECK(shape_of<local_seconds> == shape::time_point);
  CHECK(shape_of<std::filesystem::file_time_type> == shape::time_point);
  CHECK(shape_of<own::point> == shape::time_point);
}

TEST_CASE("shape/standard_types: dates are those of the standard alone") {
  CHECK(shape_of<std::chrono::year_month_day> == shape::calendar);
  CHECK(shape_of<hh_mm_ss<milliseconds>> == shape::calendar);
  CHECK(shape_of<own::year_month_day> != shape::calendar);
  CHECK(shape_of<std::string> != shape::calendar);
  CHECK(calendar_kind_of<day> == calendar_kind::day);
  CHECK(calendar_kind_of<month> == calendar_kind::month);
  CHECK(calendar_kind_of<year> == calendar_kind::year);
  CHECK(calendar_kind_of<weekday> == calendar_kind::weekday);
  CHECK(calendar_kind_of<weekday_indexed> == calendar_kind::weekday_indexed);
  CHECK(calendar_kind_of<weekday_last> == calendar_kind::weekday_last);
  CHECK(calendar_kind_of<month_day> == calendar_kind::month_day);
  CHECK(calendar_kind_of<month_day_last> == calendar_kind::month_day_last);
  CHECK(calendar_kind_of<month_weekday> == calendar_kind::month_weekday);
  CHECK(calendar_kind_of<month_weekday_last> ==
        calendar_kind::month_weekday_last);
  CHECK(calendar_kind_of<year_month> == calendar_kind::year_month);
  CHECK(calendar_kind_of<std::chrono::year_month_day> ==
        calendar_kind::year_month_day);
  CHECK(calendar_kind_of<year_month_day_last> ==
        calendar_kind::year_month_day_last);
  CHECK(calendar_kind_of<year_month_weekday> ==
        calendar_kind::year_month_weekday);
  CHECK(calendar_kind_of<year_month_weekday_last> ==
        calendar_kind::year_month_weekday_last);
  CHECK(calendar_kind_of<hh_mm_ss<seconds>> == calendar_kind::hh_mm_ss);
  CHECK(shape_of<last_spec> != shape::calendar);
}

TEST_CASE("shape/standard_types: clocks and their epochs") {
  CHECK(time_scale_of<sys_days> == time_scale::system);
  CHECK(time_scale_of<sys_time<nanoseconds>> == time_scale::system);
  CHECK(time_scale_of<sys_time<duration<double>>> == time_scale::system);
  CHECK(time_scale_of<local_days> == time_scale::local);
  CHECK(time_scale_of<steady_clock::time_point> == time_scale::elapsed);
  CHECK(time_scale_of<std::filesystem::file_time_type> == time_scale::fixed);
  CHECK(time_scale_of<own::point> == time_scale::elapsed);
}
