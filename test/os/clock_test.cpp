// test/os/clock_test.cpp: the clock goes forward, and a test can set it.
// covers: rill/os/clock.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/clock.h>

#include <chrono>

TEST_CASE("os/clock: goes forward, as the standard's steady clock does") {
  auto const before = std::chrono::steady_clock::now().time_since_epoch();
  unsigned long long const ours = rill::os::steady_nanoseconds();
  auto const after = std::chrono::steady_clock::now().time_since_epoch();
  using nanoseconds = std::chrono::duration<unsigned long long, std::nano>;
  CHECK(nanoseconds(ours) >= before);
  CHECK(nanoseconds(ours) <= after);
}

TEST_CASE("os/clock: seconds and nanoseconds are one number") {
  auto const before = rill::os::clock_call;
  rill::os::clock_call.clock_gettime = [](clockid_t which, timespec* out) {
    if (which != CLOCK_MONOTONIC) return -1;
    *out = {2'000'000'000, 999'999'999};
    return 0;
  };
  CHECK(rill::os::steady_nanoseconds() == 2'000'000'000'999'999'999u);
  rill::os::clock_call.clock_gettime = [](clockid_t, timespec*) { return -1; };
  CHECK(rill::os::steady_nanoseconds() == 0);
  rill::os::clock_call = before;
}
