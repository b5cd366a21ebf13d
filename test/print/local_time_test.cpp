// test/print/local_time_test.cpp: points in time in the local zone, and with
// the decimals that are asked for.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/rill.h>
#include <rill/time.h>
#include <stdlib.h>  // setenv
#include <time.h>    // strftime, localtime_r

#include <chrono>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace std::chrono;
using rill::concat;

namespace {

// Sets the time zone of the process.
void use_zone(char const* rules) {
  setenv("TZ", rules, 1);
  tzset();
}

std::string by_strftime(time_t at) {
  tm local{};
  localtime_r(&at, &local);
  char text[64];
  std::size_t const size =
      strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
  std::string all(text, size);
  all.insert(size - 2, ":");
  return all;
}

sys_time<nanoseconds> const when(1795296862123456789ns);

}  // namespace

TEST_CASE("print/local_time: in the zone of TZ") {
  use_zone("CET-1CEST,M3.5.0,M10.5.0/3");
  CHECK(concat(rill::local_time(floor<seconds>(when))) ==
        "2026-11-21T22:34:22+01:00");
  CHECK(concat(rill::local_time(when)) ==
        "2026-11-21T22:34:22.123456789+01:00");
  CHECK(concat(rill::local_time(when, 3)) == "2026-11-21T22:34:22.123+01:00");
  CHECK(concat(rill::local_time(when, 0)) == "2026-11-21T22:34:22+01:00");
  use_zone("ODD10:30");
  CHECK(concat(rill::local_time(sys_days(days(0)))) ==
        "1969-12-31T13:30:00-10:30");
  use_zone("UTC0");
  CHECK(concat(rill::local_time(when, 0)) == "2026-11-21T21:34:22+00:00");
}

TEST_CASE("print/local_time: as strftime has it") {
  for (char const* rules : {"CET-1CEST,M3.5.0,M10.5.0/3",
                            "EST5EDT,M3.2.0,"
                            "M11.1.0",
                            "ACST-9:30"}) {
    use_zone(rules);
    std::mt19937_64 random(1);
    for (int i = 0; i != 500; ++i) {
      auto const at = static_cast<time_t>(random() % 8'000'000'000);
      REQUIRE(concat(rill::local_time(sys_seconds(seconds(at)))) ==
              by_strftime(at));
    }
  }
}

TEST_CASE("print/local_time: the ends of the range") {
  use_zone("CET-1");
  using long_seconds = sys_time<duration<std::int64_t>>;
  CHECK(concat(rill::local_time(long_seconds::max())) ==
        "+292277026596-12-04T16:30:07+01:00");
  using long_days = duration<std::int64_t, std::ratio<86400>>;
  CHECK(concat(rill::local_time(sys_time<long_days>(long_days(INT64_MAX)))) ==
        "+25252734927768524-07-27T01:00:00+01:00");
  // The day is outside the range of day numbers.
  using long_hours = duration<double, std::ratio<3600>>;
  CHECK(concat(rill::local_time(sys_time<long_hours>(long_hours(1e300)))) ==
        "1e+300h");
}

TEST_CASE("print/local_time: iso8601 has the decimals that are asked for") {
  CHECK(concat(rill::iso8601(when, 0)) == "2026-11-21T21:34:22Z");
  CHECK(concat(rill::iso8601(when, 3)) == "2026-11-21T21:34:22.123Z");
  CHECK(concat(rill::iso8601(when, 12)) == "2026-11-21T21:34:22.123456789000Z");
  CHECK(concat(rill::iso8601(when, 99)) ==
        "2026-11-21T21:34:22.123456789000000000Z");
  CHECK(concat(rill::iso8601(when)) == concat(when));
  // Further decimals are cut off, which rounds down also before 1970.
  CHECK(concat(rill::iso8601(sys_time<milliseconds>(-1ms), 0)) ==
        "1969-12-31T23:59:59Z");
  CHECK(concat(rill::iso8601(sys_days(days(1)))) == "1970-01-02T00:00:00Z");
  CHECK(concat(rill::iso8601(local_seconds(1s), 1)) == "1970-01-01T00:00:01.0");
}

TEST_CASE("print/local_time: reads back, in fields too") {
  use_zone("CET-1CEST,M3.5.0,M10.5.0/3");
  CHECK(rill::parse<sys_time<nanoseconds>>(concat(rill::local_time(when))) ==
        when);
  CHECK(concat(rill::right(rill::local_time(when, 0), 26)) ==
        " 2026-11-21T22:34:22+01:00");
  static_assert(rill::printable<decltype(rill::iso8601(when))>);
}

template <class T>
concept has_local_time = requires(T at) { rill::local_time(at); };

TEST_CASE("print/local_time: clocks without dates have no local time") {
  static_assert(has_local_time<system_clock::time_point>);
  static_assert(!has_local_time<steady_clock::time_point>);
  static_assert(!has_local_time<local_seconds>);
  static_assert(!has_local_time<seconds>);
}
