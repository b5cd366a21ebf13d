// rill/os/zone.h: the time zone of TZ, or else the system's.
//
// Layer 3. Allocates nothing of its own, throws nothing. Tests:
// test/os/zone_test.cpp.
#ifndef RILL_OS_ZONE_H
#define RILL_OS_ZONE_H

#include "../base/config.h"

#if defined(__unix__) || defined(__APPLE__) || defined(_WIN32)

#include <time.h>  // localtime_r, _localtime64_s

#include "../number/calendar.h"

namespace rill::inline RILL_BUILD::os {

#if defined(_WIN32)
// A function of a DLL's import library has no constant address.
inline int local_time(tm* to, __time64_t const* seconds) noexcept {
  return ::_localtime64_s(to, seconds);
}
#endif

/// The call that a test can replace.
struct zone_calls {
#if defined(_WIN32)
  int (*localtime)(tm*, __time64_t const*) = local_time;
#else
  tm* (*localtime_r)(time_t const*, tm*) = ::localtime_r;
#endif
};

/// The call in force; a test replaces it and puts it back.
RILL_REPLACEABLE zone_calls zone_call;

/// Returns how many seconds `local` is ahead of UTC. `local` is the local time
/// at `seconds` after 1970. Not every C library has tm_gmtoff, so this computes
/// the difference.
inline long long seconds_east(tm const& local, long long seconds) noexcept {
  std::int64_t days = 0;
  detail::civil_date const date{std::int64_t{local.tm_year} + 1900,
                                static_cast<unsigned>(local.tm_mon) + 1,
                                static_cast<unsigned>(local.tm_mday)};
  if (!detail::to_days(date, days)) return 0;
  return days * detail::seconds_of_day + local.tm_hour * 3600L +
         local.tm_min * 60L + local.tm_sec - seconds;
}

/// Returns how many seconds local time is ahead of UTC, `seconds` seconds after
/// 1970-01-01. The C library reads TZ once; tzset() makes it read it again.
/// Windows knows the years 1970 to 3000, in UTC; other times have the offset of
/// the first or the last year. Returns 0 if unknown. Cost: a lock of the C
/// library's.
inline long long zone_offset(long long seconds) noexcept {
#if defined(_WIN32)
  constexpr long long first = 86'400;
  constexpr long long last = 32'535'000'000;
  if (seconds > last) seconds = last;
  if (seconds < first) seconds = first;
  __time64_t const at = seconds;
  tm local{};
  return zone_call.localtime(&local, &at) == 0 ? seconds_east(local, seconds)
                                               : 0;
#else
  // The year of a tm is an int: later times have the offset of the last year.
  constexpr long long last = 67'000'000'000'000'000;
  constexpr long long most = sizeof(time_t) > 4 ? last : 2'147'483'647;
  if (seconds > most) seconds = most;
  if (seconds < -most) seconds = -most;
  auto const at = static_cast<time_t>(seconds);
  tm local{};
  return zone_call.localtime_r(&at, &local) ? seconds_east(local, seconds) : 0;
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#else

namespace rill::inline RILL_BUILD::os {

/// Always 0: only UTC is known.
inline long long zone_offset(long long) noexcept { return 0; }

}  // namespace rill::inline RILL_BUILD::os

#endif

#endif
