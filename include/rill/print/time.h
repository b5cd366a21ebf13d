// rill/print/time.h: durations, points in time and dates.
//
// Floor 5. No allocation. Durations and the parts of dates have the text of
// the standard's operator<<, points in time the text of ISO 8601. The years of
// all of them are written by number/calendar.h, with ISO 8601's sign where
// they have more than four digits. Tests: test/print/time_test.cpp.
#ifndef RILL_PRINT_TIME_H
#define RILL_PRINT_TIME_H

#include "../number/moment.h"
#include "../shape/time.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

template <>
struct shown<shape::duration> {
  template <class T>
  static constexpr void put(writer& out, T const& d) {
    using period = typename T::period;
    constexpr text name = name_of_unit(period::num, period::den);
    if constexpr (name.size != 0)
      detail::put(out, count_of(d), name);
    else if constexpr (period::den == 1)
      detail::put(out, count_of(d), '[', period::num, "]s");
    else
      detail::put(out, count_of(d), '[', period::num, '/', period::den, "]s");
  }
};

// The moment so long after 1970. Returns false where there is none.
template <class Duration>
constexpr bool moment_after_1970(Duration const& d, moment& to) {
  using period = typename Duration::period;
  auto const count = count_of(d);
  if constexpr (integer<decltype(count_of(d))> ||
                floating<decltype(count_of(d))>)
    return to_moment<period::num, period::den>(count, to);
  else
    return false;
}

template <class Point>
constexpr bool moment_of_fixed(Point const& at, moment& to) {
  moment epoch;
  return moment_after_1970(epoch_distance<Point>(), epoch) &&
         moment_after_1970(at.time_since_epoch(), to) &&
         !__builtin_add_overflow(to.days, epoch.days, &to.days) &&
         add_seconds(to, epoch.second);
}

template <class Point>
constexpr bool moment_of(Point const& at, moment& to) {
  using clock = typename Point::clock;
  constexpr time_scale scale = time_scale_of<Point>;
  if constexpr (scale == time_scale::system || scale == time_scale::local)
    return moment_after_1970(at.time_since_epoch(), to);
  else if constexpr (scale == time_scale::fixed)
    return moment_of_fixed(at, to);
  else if constexpr (scale == time_scale::by_sys)
    return moment_of(clock::to_sys(at), to);
  else if constexpr (scale == time_scale::by_utc)
    return moment_of(clock::to_utc(at), to);
  else
    return false;
}

// Room in the buffer, or in a scratch: write(out) returns the end of what it
// wrote, at most Size bytes behind.
template <std::size_t Size, class Write>
constexpr void put_within(writer& out, Write write) {
  if (char* const cursor = out.reserve(Size)) {
    out.advance_to(write(cursor));
  } else {
    char scratch[Size] = {};
    out.write(scratch, static_cast<std::size_t>(write(scratch) - scratch));
  }
}

template <>
struct shown<shape::time_point> {
  template <class T>
  static constexpr void put(writer& out, T const& at) {
    using duration = typename T::duration;
    moment when;
    if (!moment_of(at, when)) {
      detail::put(out, at.time_since_epoch());
      return;
    }
    put_within<moment_room>(out, [&](char* to) {
      if constexpr (whole_days<duration>)
        return write_date(to, to_civil(when.days));
      to = write_moment(to, when);
      if constexpr (time_scale_of<T> != time_scale::local) *to++ = 'Z';
      return to;
    });
  }
};

template <>
struct shown<shape::zoned_time> {
  template <class T>
  static constexpr void put(writer& out, T const& zoned) {
    auto const at = zoned.get_sys_time();
    auto const offset =
        static_cast<std::int64_t>(zoned.get_info().offset.count());
    moment when;
    if (!moment_of(at, when) || !add_seconds(when, offset)) {
      detail::put(out, at.time_since_epoch());
      return;
    }
    put_within<moment_room>(out, [&](char* to) {
      return write_offset(write_moment(to, when), offset);
    });
  }
};

// A part of a date.
template <class T>
constexpr char* write_calendar(char* out, T const& v);

template <class First, class... Rest>
constexpr char* write_between_slashes(char* out, First const& first,
                                      Rest const&... rest) {
  out = write_calendar(out, first);
  ((*out++ = '/', out = write_calendar(out, rest)), ...);
  return out;
}

template <class T>
constexpr char* write_hh_mm_ss(char* out, T const& v) {
  moment rest;
  auto const part = count_of(v.subseconds());
  if constexpr (floating<decltype(count_of(v.subseconds()))>) {
    to_moment_of_text(part, static_cast<int>(T::fractional_width), rest);
  } else {
    rest.digits = T::fractional_width;
    rest.fraction = static_cast<std::uint64_t>(part);
  }
  if (v.is_negative()) *out++ = '-';
  out = write_two_or_more(out, static_cast<std::uint64_t>(v.hours().count()));
  *out++ = ':';
  out = write_two(out, static_cast<unsigned>(v.minutes().count()));
  *out++ = ':';
  out = write_two(out, static_cast<unsigned>(v.seconds().count()));
  return write_fraction(out, rest.fraction, rest.digits);
}

template <class T>
constexpr char* write_weekday_of_month(char* out, T const& v) {
  if constexpr (requires { v.index(); })
    return write_index_part(write_calendar(out, v.weekday()), v.index());
  else
    return write_text(write_calendar(out, v.weekday()), "[last]");
}

template <class T>
constexpr char* write_calendar(char* out, T const& v) {
  using kind = calendar_kind;
  constexpr kind what = calendar_kind_of<T>;
  if constexpr (what == kind::day) {
    return write_day_part(out, static_cast<unsigned>(v), v.ok());
  } else if constexpr (what == kind::month) {
    return write_month_part(out, static_cast<unsigned>(v));
  } else if constexpr (what == kind::year) {
    return write_year_part(out, static_cast<int>(v), v.ok());
  } else if constexpr (what == kind::weekday) {
    return write_weekday_part(out, v.c_encoding());
  } else if constexpr (what == kind::weekday_indexed ||
                       what == kind::weekday_last) {
    return write_weekday_of_month(out, v);
  } else if constexpr (what == kind::month_day) {
    return write_between_slashes(out, v.month(), v.day());
  } else if constexpr (what == kind::month_day_last) {
    return write_text(write_calendar(out, v.month()), "/last");
  } else if constexpr (what == kind::month_weekday) {
    return write_between_slashes(out, v.month(), v.weekday_indexed());
  } else if constexpr (what == kind::month_weekday_last) {
    return write_between_slashes(out, v.month(), v.weekday_last());
  } else if constexpr (what == kind::year_month) {
    return write_between_slashes(out, v.year(), v.month());
  } else if constexpr (what == kind::year_month_day) {
    out = write_date(
        out, {static_cast<int>(v.year()), static_cast<unsigned>(v.month()),
              static_cast<unsigned>(v.day())});
    return v.ok() ? out : write_text(out, " is not a valid date");
  } else if constexpr (what == kind::year_month_day_last) {
    return write_between_slashes(out, v.year(), v.month_day_last());
  } else if constexpr (what == kind::year_month_weekday) {
    return write_between_slashes(out, v.year(), v.month(), v.weekday_indexed());
  } else if constexpr (what == kind::year_month_weekday_last) {
    return write_between_slashes(out, v.year(), v.month(), v.weekday_last());
  } else {
    return write_hh_mm_ss(out, v);
  }
}

// Four parts of at most 32 bytes.
inline constexpr std::size_t calendar_room = 128;

template <>
struct shown<shape::calendar> {
  template <class T>
  static constexpr void put(writer& out, T const& v) {
    put_within<calendar_room>(out,
                              [&](char* to) { return write_calendar(to, v); });
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
