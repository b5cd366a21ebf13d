// rill/os/clock.h: a clock that only goes forward, and the clock that stamps
// files.
//
// Layer 3. Allocates nothing, throws nothing. On Linux no system call but a
// read of the kernel's page (vDSO), 20 to 30 ns; on Windows the counter of the
// processor's time stamp, which no setting of the clock moves. Tests:
// test/os/clock_test.cpp, test/os/win32/memory_test.cpp.
#ifndef RILL_OS_CLOCK_H
#define RILL_OS_CLOCK_H

#include "../base/config.h"

#if defined(__unix__) || defined(__APPLE__)
#include <time.h>  // clock_gettime
#elif defined(_WIN32)
#include "win32/call.h"
#endif

namespace rill::inline RILL_BUILD::os {

#if defined(__unix__) || defined(__APPLE__)

/// The clock that a test can replace, to set the time (as call.h).
struct clock_calls {
  int (*clock_gettime)(clockid_t, timespec*) = ::clock_gettime;
};

#elif defined(_WIN32)

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

#endif

/// The clock in force; a test replaces it and puts it back.
RILL_REPLACEABLE clock_calls clock_call;

/// Nanoseconds since a moment in the past that is the same for the whole run
/// of the program. 0 where the system has no such clock.
inline unsigned long long steady_nanoseconds() noexcept {
#if defined(__unix__) || defined(__APPLE__)
  timespec now{};
  if (clock_call.clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000'000u +
         static_cast<unsigned long long>(now.tv_nsec);
#else
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
#endif
}

/// Nanoseconds since 1970 by the system's clock, which can be set. 0 where
/// files have no time by it that could be compared: NTFS sets the times of a
/// file as late as when it is closed.
inline unsigned long long system_nanoseconds() noexcept {
#if defined(__unix__) || defined(__APPLE__)
  timespec now{};
  if (clock_call.clock_gettime(CLOCK_REALTIME, &now) != 0) return 0;
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000'000u +
         static_cast<unsigned long long>(now.tv_nsec);
#else
  return 0;
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#endif
