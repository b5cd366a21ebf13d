// rill/os/win32/zone.h: the zone that TZ names, or else that of the system.
//
// Layer 3. Allocates nothing of its own, throws nothing. Tests:
// test/os/zone_test.cpp.
#ifndef RILL_OS_WIN32_ZONE_H
#define RILL_OS_WIN32_ZONE_H

#include <time.h>  // _localtime64_s

#include "../zone_terms.h"

namespace rill::inline RILL_BUILD::os {

/// The call that a test can replace (as call.h).
struct zone_calls {
  int (*localtime)(tm*, __time64_t const*) = ::_localtime64_s;
};

/// The call in force; a test replaces it and puts it back.
RILL_REPLACEABLE zone_calls zone_call;

/// As in os/posix/zone.h. The C library knows 1970 to 3000, in UTC; what is
/// further away has the zone of the first or of the last year.
inline long long zone_offset(long long seconds) noexcept {
  constexpr long long first = 86'400;
  constexpr long long last = 32'535'000'000;
  if (seconds > last) seconds = last;
  if (seconds < first) seconds = first;
  __time64_t const at = seconds;
  tm local{};
  return zone_call.localtime(&local, &at) == 0 ? seconds_east(local, seconds)
                                               : 0;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
