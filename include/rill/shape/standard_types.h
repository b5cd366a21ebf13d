// rill/shape/time.h: durations, points in time and dates, by their shape.
//
// Floor 2. Includes none of their headers. Tests: test/shape/time_test.cpp.
#ifndef RILL_SHAPE_TIME_H
#define RILL_SHAPE_TIME_H

#include "../base/bare.h"
#include "../base/run.h"
#include "kind.h"
#include "type_name.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept duration_like = requires(T const& d) {
  typename T::rep;
  T::period::num / T::period::den;
  d.count();
};

template <class T>
concept time_point_like = requires(T const& t) {
  typename T::clock;
  requires duration_like<typename T::duration>;
  t.time_since_epoch();
};

template <class T>
concept zoned_time_like = requires(T const& t) {
  t.get_sys_time();
  t.get_info().offset;
};

/// The types of <chrono> that are parts of dates, by their names there.
enum class calendar_kind : unsigned char {
  none,
  day,
  month,
  year,
  weekday,
  weekday_indexed,
  weekday_last,
  month_day,
  month_day_last,
  month_weekday,
  month_weekday_last,
  year_month,
  year_month_day,
  year_month_day_last,
  year_month_weekday,
  year_month_weekday_last,
  hh_mm_ss,
};

// In the order of calendar_kind; one text, which costs the compiler less than
// seventeen.
inline constexpr char calendar_names[] =
    "day;month;year;weekday;weekday_indexed;weekday_last;month_day;"
    "month_day_last;month_weekday;month_weekday_last;year_month;"
    "year_month_day;year_month_day_last;year_month_weekday;"
    "year_month_weekday_last;hh_mm_ss;";

// What stands behind the namespaces: hh_mm_ss, of std::chrono::hh_mm_ss<…>.
constexpr text last_name(text whole) noexcept {
  std::size_t from = 0;
  std::size_t to = 0;
  for (; to != whole.size && whole.data[to] != '<'; ++to)
    if (whole.data[to] == ':') from = to + 1;
  return {whole.data + from, to - from};
}

constexpr calendar_kind find_calendar_kind(text whole) noexcept {
  if (!whole.starts_with("std::")) return calendar_kind::none;
  text const name = last_name(whole);
  int kind = 1;
  for (char const* at = calendar_names; *at; ++kind) {
    char const* const first = at;
    while (*at != ';') ++at;
    if (name == text{first, static_cast<std::size_t>(at - first)})
      return static_cast<calendar_kind>(kind);
    ++at;
  }
  return calendar_kind::none;
}

template <class T>
inline constexpr calendar_kind calendar_kind_of =
    find_calendar_kind(whole_type_name<T>());

// What all of them have, and few others.
template <class T>
concept perhaps_calendar = requires(T const& t) { t.ok(); } ||
                           requires(T const& t) { t.is_negative(); };

template <class T>
constexpr shape time_shape() {
  if constexpr (duration_like<T>)
    return shape::duration;
  else if constexpr (time_point_like<T>)
    return shape::time_point;
  else if constexpr (zoned_time_like<T>)
    return shape::zoned_time;
  else if constexpr (perhaps_calendar<T>)
    return calendar_kind_of<T> == calendar_kind::none ? shape::none
                                                      : shape::calendar;
  else
    return shape::none;
}

// The number that a duration counts; one of characters is no text.
template <class Duration>
constexpr auto count_of(Duration const& d) {
  if constexpr (character<typename Duration::rep>)
    return +d.count();
  else
    return d.count();
}

// Points in time whose unit are whole days are dates.
template <class Duration>
concept whole_days = requires(typename Duration::rep n) {
  n % n;
  requires Duration::period::den == 1 && Duration::period::num % 86400 == 0;
};

template <>
struct shape_parts<shape::duration> {
  template <class T>
  using list = type_list<typename T::rep>;
};
template <>
struct shape_parts<shape::time_point> {
  template <class T>
  using list = type_list<typename T::duration>;
};

/// What the epoch of a clock is.
enum class time_scale : unsigned char {
  system,   // 1970-01-01 UTC
  local,    // the same of an unnamed zone
  fixed,    // a constant distance from that: std::filesystem's
  by_sys,   // whatever its to_sys says
  by_utc,   // its to_utc, then that clock's to_sys
  elapsed,  // nobody knows: steady_clock's
};

template <class Point>
constexpr time_scale find_time_scale() {
  using clock = typename Point::clock;
  constexpr text whole = whole_type_name<clock>();
  constexpr text name = last_name(whole);
  if constexpr (name == "system_clock" &&
                requires(typename clock::time_point t) { clock::to_time_t(t); })
    return time_scale::system;
  else if constexpr (name == "local_t")
    return time_scale::local;
  else if constexpr (requires(Point const& t) { clock::to_sys(t); })
    return whole.starts_with("std::filesystem::") ? time_scale::fixed
                                                  : time_scale::by_sys;
  else if constexpr (requires(Point const& t) {
                       clock::to_utc(t).time_since_epoch();
                     })
    return time_scale::by_utc;
  else
    return time_scale::elapsed;
}

template <class Point>
inline constexpr time_scale time_scale_of = find_time_scale<Point>();

// Of a clock at a constant distance from 1970: the duration to its epoch.
template <class Point>
constexpr auto epoch_distance() {
  return Point::clock::to_sys(Point()).time_since_epoch();
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
