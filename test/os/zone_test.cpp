// test/os/zone_test.cpp: the offset of local time from UTC.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/zone.h>
#include <stdlib.h>  // setenv

#include <climits>
#include <string>

namespace {

// Sets TZ during a test. Its value contains the rules, so the system reads no
// time zone database.
class zone_for {
 public:
  explicit zone_for(char const* rules) {
    if (char const* before = getenv("TZ")) before_ = before;
    had_one_ = getenv("TZ") != nullptr;
    setenv("TZ", rules, 1);
    tzset();
  }
  zone_for(zone_for const&) = delete;
  zone_for& operator=(zone_for const&) = delete;
  ~zone_for() {
    if (had_one_)
      setenv("TZ", before_.c_str(), 1);
    else
      unsetenv("TZ");
    tzset();
  }

 private:
  std::string before_;
  bool had_one_ = false;
};

}  // namespace

TEST_CASE("os/zone: summer and winter of a zone") {
  zone_for const berlin("CET-1CEST,M3.5.0,M10.5.0/3");
  CHECK(rill::os::zone_offset(1795296862) == 3600);
  CHECK(rill::os::zone_offset(1782000000) == 7200);
  // The last second of summer, and the first of winter.
  CHECK(rill::os::zone_offset(1792889999) == 7200);
  CHECK(rill::os::zone_offset(1792890000) == 3600);
}

TEST_CASE("os/zone: zones to the west, and of half an hour") {
  {
    zone_for const newfoundland("NST3:30");
    CHECK(rill::os::zone_offset(0) == -(3 * 3600 + 1800));
    CHECK(rill::os::zone_offset(-1) == -(3 * 3600 + 1800));
  }
  zone_for const odd("ODD-5:17:32");
  CHECK(rill::os::zone_offset(86400) == 5 * 3600 + 17 * 60 + 32);
}

TEST_CASE("os/zone: moments of any distance have a zone") {
  zone_for const fixed("ABC-3");
  for (long long seconds : {LLONG_MIN, LLONG_MIN / 100, LLONG_MAX / 100,
                            LLONG_MAX, 1LL << 40, -(1LL << 40)})
    CHECK(rill::os::zone_offset(seconds) == 3 * 3600);
}

#if RILL_FAULTS
TEST_CASE("os/zone: where the C library does not know, it is UTC") {
  auto const before = rill::os::zone_call;
  rill::os::zone_call.localtime_r = [](time_t const*, tm*) -> tm* {
    return nullptr;
  };
  CHECK(rill::os::zone_offset(1795296862) == 0);
  rill::os::zone_call = before;
}
#endif
