// rill/os/win32/clock.h: a clock that only goes forward, and the clock
// that stamps files.
//
// Layer 3. Allocates nothing, throws nothing. The counter of the processor's
// time stamp, which no setting of the clock moves.
#ifndef RILL_OS_WIN32_CLOCK_H
#define RILL_OS_WIN32_CLOCK_H

#include "call.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_bool rill_QueryPerformanceCounter(long long*) noexcept
    __asm__("QueryPerformanceCounter");
windows_bool rill_QueryPerformanceFrequency(long long*) noexcept
    __asm__("QueryPerformanceFrequency");
}

/// The clock that a test can replace, to set the time (as call.h).
struct clock_calls {
  windows_bool (*counter)(long long*) = rill_QueryPerformanceCounter;
  windows_bool (*frequency)(long long*) = rill_QueryPerformanceFrequency;
};

/// The clock in force; a test replaces it and puts it back.
RILL_REPLACEABLE clock_calls clock_call;

/// Nanoseconds since a moment in the past that is the same for the whole run
/// of the program. 0 where the system has no such clock.
inline unsigned long long steady_nanoseconds() noexcept {
  long long ticks = 0;
  long long per_second = 0;
  if (!clock_call.counter(&ticks) || !clock_call.frequency(&per_second) ||
      per_second <= 0)
    return 0;
  auto const count = static_cast<unsigned long long>(ticks);
  auto const unit = static_cast<unsigned long long>(per_second);
  // Whole seconds apart: 64 bits hold 10^9 times a second's ticks, up to 18
  // GHz, but not 10^9 times all of them.
  return count / unit * 1'000'000'000u + count % unit * 1'000'000'000u / unit;
}

/// 0: NTFS sets the times of a file as late as when it is closed.
inline unsigned long long system_nanoseconds() noexcept { return 0; }

}  // namespace rill::inline RILL_BUILD::os

#endif
