// rill/print/local_time.h: points in time in the local zone, and with a given
// number of decimals.
//
// Layer 5. Separate from print/standard.h because it asks the system. No
// allocation. Tests: test/print/local_time_test.cpp.
#ifndef RILL_PRINT_LOCAL_TIME_H
#define RILL_PRINT_LOCAL_TIME_H

#include "../os/zone.h"
#include "standard.h"

namespace rill::inline RILL_BUILD {

namespace detail {
// A point in time with its form: local or UTC, and the number of decimals. -1
// means the decimals of its type.
template <class Point, bool IsLocal>
struct shown_time {
  Point at;
  int digits = -1;
};

// Points in time that have a date.
template <class T>
concept dated = shape_of<T> == shape::time_point &&
                requires { requires time_scale_of<T> != time_scale::elapsed; };

template <class T>
concept dated_in_utc =
    dated<T> && requires { requires time_scale_of<T> != time_scale::local; };

template <class Point, bool IsLocal>
struct printer<shown_time<Point, IsLocal>> {
  static constexpr void put(writer& out,
                            shown_time<Point, IsLocal> const& time) {
    moment at;
    std::int64_t offset = 0;
    if (!moment_of(time.at, at) || (IsLocal && !move_to_zone(at, offset))) {
      detail::put(out, time.at);
      return;
    }
    if (time.digits >= 0)
      set_digits(at, smaller(static_cast<unsigned>(time.digits), 18u));
    put_within<moment_room>(out, [&](char* to) {
      to = write_moment(to, at);
      if constexpr (IsLocal) return write_offset(to, offset);
      if constexpr (time_scale_of<Point> != time_scale::local) *to++ = 'Z';
      return to;
    });
  }

 private:
  // Returns false if the number of days overflows.
  static bool move_to_zone(moment& at, std::int64_t& offset) {
    std::int64_t seconds = 0;
    // If the seconds overflow, uses the offset of about 2^62 seconds from 1970.
    if (__builtin_mul_overflow(at.days, seconds_of_day, &seconds))
      seconds = at.days < 0 ? INT64_MIN / 2 : INT64_MAX / 2;
    else
      seconds += at.second;
    offset = os::zone_offset(seconds);
    return add_seconds(at, offset);
  }
};

}  // namespace detail

/// A point in time in the local zone, with its offset from UTC:
/// `2026-11-21T22:34:22+01:00`. `digits` is the number of decimals of the
/// second; further ones are truncated. The zone is that of the environment
/// variable TZ, or else the system's. The C library reads TZ once, and again
/// when tzset() is called.
///
/// Requires: `at` is of std::chrono::system_clock, or of a clock that the
/// library converts to it.
///
/// Example:
///     #include <rill/time.h>
///     #include <chrono>
///     auto const now = std::chrono::system_clock::now();
///     rill::println(rill::local_time(now), ' ', rill::local_time(now, 3));
template <detail::dated_in_utc Point>
constexpr detail::shown_time<Point, true> local_time(Point const& at,
                                                     int digits = -1) noexcept {
  return {at, digits};
}

/// A point in time as print writes it, but with `digits` decimals of the
/// second, at most 18: `iso8601(at, 0)` is `2026-11-21T21:34:22Z`. Further
/// decimals are truncated. Dates print with a time.
///
/// Example:
///     #include <rill/time.h>
///     #include <chrono>
///     using namespace std::chrono;
///     rill::println(rill::iso8601(sys_seconds(1795296862s), 3));
template <detail::dated Point>
constexpr detail::shown_time<Point, false> iso8601(Point const& at,
                                                   int digits = -1) noexcept {
  return {at, digits};
}

}  // namespace rill::inline RILL_BUILD

#endif
