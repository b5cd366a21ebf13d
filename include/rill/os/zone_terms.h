// rill/os/zone_terms.h: how far a broken-down time of the C library is from
// UTC.
//
// Layer 3. Allocates nothing, throws nothing. Tests: test/os/zone_test.cpp.
#ifndef RILL_OS_ZONE_TERMS_H
#define RILL_OS_ZONE_TERMS_H

#include <time.h>  // tm

#include "../number/calendar.h"

namespace rill::inline RILL_BUILD::os {

/// The seconds from UTC to `local`, which is the moment `seconds` after 1970.
/// Not every C library has tm_gmtoff.
inline long long seconds_east(tm const& local, long long seconds) noexcept {
  std::int64_t days = 0;
  detail::civil_date const date{std::int64_t{local.tm_year} + 1900,
                                static_cast<unsigned>(local.tm_mon) + 1,
                                static_cast<unsigned>(local.tm_mday)};
  if (!detail::to_days(date, days)) return 0;
  return days * detail::seconds_of_day + local.tm_hour * 3600L +
         local.tm_min * 60L + local.tm_sec - seconds;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
