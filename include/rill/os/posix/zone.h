// rill/os/posix/zone.h: the zone that TZ names, or else that of the system.
//
// Layer 3. Allocates nothing of its own, throws nothing. Tests:
// test/os/zone_test.cpp.
#ifndef RILL_OS_POSIX_ZONE_H
#define RILL_OS_POSIX_ZONE_H

#include <time.h>  // localtime_r

#include "../zone_terms.h"

namespace rill::inline RILL_BUILD::os {

/// The call that a test can replace (as call.h).
struct zone_calls {
  tm* (*localtime_r)(time_t const*, tm*) = ::localtime_r;
};

/// The call in force; a test replaces it and puts it back.
RILL_REPLACEABLE zone_calls zone_call;

/// How many seconds local time is ahead of UTC, that many seconds after
/// 1970-01-01. The C library looks at TZ once; tzset() makes it look again.
/// Returns 0 where nobody knows. Cost: a lock of the C library's.
inline long long zone_offset(long long seconds) noexcept {
  // The years of a tm are an int: what is further away has the zone of the
  // last one.
  constexpr long long last = 67'000'000'000'000'000;
  constexpr long long most = sizeof(time_t) > 4 ? last : 2'147'483'647;
  if (seconds > most) seconds = most;
  if (seconds < -most) seconds = -most;
  auto const at = static_cast<time_t>(seconds);
  tm local{};
  return zone_call.localtime_r(&at, &local) ? seconds_east(local, seconds) : 0;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
