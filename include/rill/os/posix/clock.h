// rill/os/posix/clock.h: a clock that only goes forward, and the clock
// that stamps files.
//
// Layer 3. Allocates nothing, throws nothing; on Linux no system call but a
// read of the kernel's page (vDSO), 20 to 30 ns. Tests:
// test/os/clock_test.cpp.
#ifndef RILL_OS_POSIX_CLOCK_H
#define RILL_OS_POSIX_CLOCK_H

#include <time.h>  // clock_gettime

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// The clock that a test can replace, to set the time (as call.h).
struct clock_calls {
  int (*clock_gettime)(clockid_t, timespec*) = ::clock_gettime;
};

/// The clock in force; a test replaces it and puts it back.
RILL_REPLACEABLE clock_calls clock_call;

/// Nanoseconds since a moment in the past that is the same for the whole run
/// of the program. 0 where the system has no such clock.
inline unsigned long long steady_nanoseconds() noexcept {
  timespec now{};
  if (clock_call.clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000'000u +
         static_cast<unsigned long long>(now.tv_nsec);
}

/// Nanoseconds since 1970 by the system's clock, which can be set. 0 where
/// files have no time by it that could be compared.
inline unsigned long long system_nanoseconds() noexcept {
  timespec now{};
  if (clock_call.clock_gettime(CLOCK_REALTIME, &now) != 0) return 0;
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000'000u +
         static_cast<unsigned long long>(now.tv_nsec);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
