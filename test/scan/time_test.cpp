// test/scan/time_test.cpp: durations and points in time out of a reader, at
// every buffer size; what prints reads back.
// covers: rill/scan/time.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../support/scripted_reader.h"

using namespace std::chrono;
using rill::concat;
using rill_test::scripted_reader;

namespace {

// The value as text, or the first line of the error without its place.
template <class T>
std::string parsed(std::string const& text) {
  auto const result = rill::try_parse<T>(text);
  if (result) return concat(*result);
  std::string what = result.error().what();
  what.resize(what.find('\n') == what.npos ? what.size() : what.find('\n'));
  return what.substr(what.find("expected"));
}

template <class T>
bool comes_back(T const& value) {
  auto const back = rill::try_parse<T>(concat(value));
  if (back && *back == value) return true;
  MESSAGE(concat(value));
  return false;
}

template <class Rep>
Rep any_of(std::mt19937_64& random) {
  if constexpr (std::is_floating_point_v<Rep>)
    return static_cast<Rep>(static_cast<std::int64_t>(random())) /
           static_cast<Rep>(std::uint64_t{1} << (random() % 60));
  else
    return static_cast<Rep>(static_cast<std::int64_t>(random()) >>
                            (random() % 64));
}

template <class Duration>
bool all_come_back() {
  using rep = typename Duration::rep;
  std::mt19937_64 random(5);
  bool is_right = comes_back(Duration::min()) && comes_back(Duration::max()) &&
                  comes_back(sys_time<Duration>::min()) &&
                  comes_back(sys_time<Duration>::max());
  for (int i = 0; i != 500; ++i) {
    Duration const some(any_of<rep>(random));
    is_right = is_right && comes_back(some) &&
               comes_back(sys_time<Duration>(some)) &&
               comes_back(local_time<Duration>(some)) &&
               comes_back(time_point<steady_clock, Duration>(some));
  }
  return is_right;
}

// Whether one T scans as `want` and leaves `rest`, at every buffer size.
template <class T>
bool reads(std::string const& text, T const& want, std::string const& rest) {
  for (std::size_t buffer : {1u, 2u, 3u, 5u, 16u, 17u, 64u, 4096u}) {
    for (long piece : {1L, 7L, 4096L}) {
      scripted_reader in(text, buffer,
                         [piece](int, std::size_t) { return piece; });
      T value{};
      if (!rill::try_scan(in, value) || value != want) return false;
      rill::text const left = in.peek(1000);
      if (std::string(left.data, left.size) != rest) return false;
    }
  }
  return true;
}

// A clock that converts to system time and back.
struct shifted_clock {
  using rep = long long;
  using period = std::milli;
  using duration = std::chrono::duration<rep, period>;
  using time_point = std::chrono::time_point<shifted_clock>;
  template <class D>
  static sys_time<D> to_sys(std::chrono::time_point<shifted_clock, D> at) {
    return sys_time<D>(at.time_since_epoch() - D(10s));
  }
  template <class D>
  static auto from_sys(sys_time<D> at) {
    return std::chrono::time_point<shifted_clock, D>(at.time_since_epoch() +
                                                     D(10s));
  }
};

constexpr char const* want_duration =
    "expected a duration such as 1h 30min, found ";
constexpr char const* want_point =
    "expected a point in time such as 2026-11-21T21:34:22Z, found ";

}  // namespace

TEST_CASE("scan/time: durations with their suffixes") {
  CHECK(rill::parse<milliseconds>("42ms") == 42ms);
  CHECK(rill::parse<seconds>("5s") == 5s);
  CHECK(rill::parse<seconds>("-3min") == -3min);
  CHECK(rill::parse<seconds>("2h") == 2h);
  CHECK(rill::parse<hours>("1d") == 24h);
  CHECK(rill::parse<hours>("1w") == 168h);
  CHECK(rill::parse<nanoseconds>("7us") == 7us);
  CHECK(rill::parse<nanoseconds>("7\u00b5s") == 7us);
  CHECK(rill::parse<nanoseconds>("7\u03bcs") == 7us);
  CHECK(rill::parse<weeks>("2[604800]s") == weeks(2));
  CHECK(rill::parse<seconds>("3[2/3]s") == 2s);
  CHECK(rill::parse<milliseconds>("0.004ks") == 4s);
}

TEST_CASE("scan/time: durations are sums of smaller and smaller units") {
  CHECK(rill::parse<minutes>("1h 30min") == 90min);
  CHECK(rill::parse<minutes>("1h30min") == 90min);
  CHECK(rill::parse<minutes>("-1h 30min") == -90min);
  CHECK(rill::parse<milliseconds>("1d 2h 3min 4s 5ms") ==
        24h + 2h + 3min + 4s + 5ms);
  CHECK(reads("30min 1h", 30min, " 1h"));
  CHECK(reads("5s 5s", 5s, " 5s"));
  CHECK(reads("5min 7", 5min, " 7"));
  CHECK(reads("5min  7s", 300s, "  7s"));
  CHECK(reads("1h 30min, 5", 90min, ", 5"));
  CHECK(reads(" \t1h30x", minutes(60), "30x"));
  CHECK(reads("42msfoo 1", 0s, "42msfoo 1") == false);
}

TEST_CASE("scan/time: durations that are no whole number of units") {
  CHECK(rill::parse<milliseconds>("1.5s") == 1500ms);
  CHECK(rill::parse<seconds>("1.000s") == 1s);
  CHECK(rill::parse<seconds>("0.5min") == 30s);
  CHECK(parsed<seconds>("1.5s") == "expected whole seconds, found \"1.5s\"");
  CHECK(parsed<minutes>("90s") == "expected whole minutes, found \"90s\"");
  CHECK(parsed<hours>("1h 1ns") == "expected whole hours, found \"1h\"");
  CHECK(parsed<nanoseconds>("0.0000000001s") ==
        "expected whole nanoseconds, found \"0.0000000001s\"");
  CHECK(rill::parse<seconds>("1." + std::string(100'000, '0') + "s") == 1s);
  CHECK_FALSE(rill::try_parse<seconds>(std::string(100'000, '1') + "s"));
}

// The expected values are computed with integers: a millionth of an hour is 3.6
// ms, and a hundred thousandth of a minute 0.6 ms.
TEST_CASE("scan/time: fractions of several units may be whole together") {
  CHECK(rill::parse<milliseconds>("605854.442007h 0.24178min") ==
        milliseconds((605854442007 * 36 + 24178 * 6) / 10));
  CHECK(rill::parse<seconds>("1[1/3]s 1[1/4]s 1[1/6]s 1[1/8]s 1[1/12]s "
                             "1[1/24]s") == 1s);
  CHECK(parsed<minutes>("0.5min 15s") ==
        "expected whole minutes, found \"0.5min\"");
  std::mt19937_64 random(3);
  for (int i = 0; i != 2000; ++i) {
    auto const hours = static_cast<std::int64_t>(random() % 1'000'000'000);
    auto const mins = static_cast<std::int64_t>(random() % 1'000'000'000);
    std::string const text = concat(
        hours / 1'000'000, '.', rill::zero_padded(hours % 1'000'000, 6), "h ",
        mins / 100'000, '.', rill::zero_padded(mins % 100'000, 5), "min");
    std::int64_t const tenths = 36 * hours + 6 * mins;
    auto const found = rill::try_parse<milliseconds>(text);
    INFO(text);
    REQUIRE(static_cast<bool>(found) == (tenths % 10 == 0));
    if (found) REQUIRE(found->count() == tenths / 10);
  }
}

TEST_CASE("scan/time: durations that do not fit") {
  CHECK(rill::parse<nanoseconds>("9223372036854775807ns") ==
        nanoseconds::max());
  CHECK(rill::parse<nanoseconds>("-9223372036854775808ns") ==
        nanoseconds::min());
  for (char const* text :
       {"9223372036854775808ns", "-9223372036854775809ns", "1000000d",
        "99999999999999999999999999999999999999999999ns"}) {
    auto const result = rill::try_parse<nanoseconds>(text);
    REQUIRE_FALSE(result);
    CHECK(result.error().code() == rill::scan_problem::out_of_range);
  }
  using tiny = duration<signed char>;
  CHECK(rill::parse<tiny>("127s") == tiny(127));
  CHECK(rill::parse<tiny>("-128s") == tiny(-128));
  CHECK_FALSE(rill::try_parse<tiny>("128s"));
  CHECK_FALSE(rill::try_parse<duration<unsigned>>("-1s"));
  CHECK(rill::parse<duration<unsigned>>("-0s").count() == 0);
}

TEST_CASE("scan/time: what is no duration") {
  for (char const* text :
       {"5", "s", "-", "-s", "1..s", "5 s", "5seconds", "5S", "5[0]s",
        "5[1/0]s", "5[2/3]", "+5s", "0x5s", ".5s", "\xC2\xB5s"}) {
    auto const result = rill::try_parse<seconds>(text);
    REQUIRE_FALSE(result);
    CHECK(parsed<seconds>(text).starts_with(want_duration));
  }
  seconds kept = 7s;
  CHECK(rill::try_scan(rill::from("  "), kept).at_end());
  CHECK_FALSE(rill::try_scan(rill::from("x"), kept));
  CHECK(kept == 7s);
}

TEST_CASE("scan/time: floating-point durations") {
  using real = duration<double>;
  CHECK(rill::parse<real>("1.5s") == real(1.5));
  CHECK(rill::parse<real>("-1h 0.5s") == real(-3600.5));
  CHECK(rill::parse<real>("1e-07s") == real(1e-7));
  CHECK(rill::parse<real>("250ms") == real(0.25));
  CHECK(rill::parse<real>("-infs") ==
        real(-std::numeric_limits<double>::infinity()));
  CHECK(std::isnan(rill::parse<real>("nans").count()));
  CHECK_FALSE(rill::try_parse<real>("1e"));
  CHECK_FALSE(rill::try_parse<real>("1e400s"));
  CHECK(std::signbit(rill::parse<real>("-0s").count()));
}

TEST_CASE("scan/time: points in time, in every form of ISO 8601") {
  sys_seconds const want(1795296862s);
  for (char const* text :
       {"2026-11-21T21:34:22Z", "2026-11-21t21:34:22z", "2026-11-21 21:34:22Z",
        "2026-11-21T21:34:22", "2026-11-21 21:34:22", "20261121T213422Z",
        "2026-11-21T22:34:22+01:00", "2026-11-21T22:34:22+01",
        "2026-11-22T03:04:22+0530", "2026-11-21T12:04:22-09:30",
        "+2026-11-21T21:34:22Z", "2026-11-21T21:34:22.000Z",
        "2026-11-21T21:34:22,0Z", "2026-11-21T22:27:42+00:53:20"})
    CHECK(rill::parse<sys_seconds>(text) == want);
  CHECK(rill::parse<sys_seconds>("2026-11-21T21:34Z") == want - 22s);
  CHECK(rill::parse<sys_seconds>("2026-11-21T21Z") == want - 34min - 22s);
  CHECK(rill::parse<sys_seconds>("2026-11-21") == sys_days(days(20778)));
  CHECK(rill::parse<sys_seconds>("20261121") == sys_days(days(20778)));
  CHECK(rill::parse<sys_time<nanoseconds>>("2026-11-21T21:34:22.5Z") ==
        want + 500ms);
  CHECK(rill::parse<sys_seconds>("-0001-12-31T00:00:00Z") ==
        sys_days(days(-719529 - 0)) - days(0) + days(0));
  CHECK(rill::parse<sys_days>("+10000-01-01") == sys_days(days(2932897)));
  CHECK(rill::parse<sys_days>("10000-01-01") == sys_days(days(2932897)));
}

TEST_CASE("scan/time: points in time end where they end") {
  sys_seconds const day(days(20778));
  CHECK(reads("2026-11-21 5 people", day, " 5 people"));
  CHECK(reads("2026-11-21 55 people", day, " 55 people"));
  CHECK(reads("2026-11-21Tuesday", day, "Tuesday"));
  CHECK(reads("2026-11-21T12: x", day + 12h, ": x"));
  CHECK(reads("2026-11-21T12:30: x", day + 12h + 30min, ": x"));
  CHECK(reads("2026-11-21 12:30:05. x", day + 12h + 30min + 5s, ". x"));
  CHECK(reads("2026-11-21T00:00Z.", day, "."));
  CHECK(reads("2026-11-21T00:00:00Z5", day, "5"));
  // sys_days takes no time of day, local time no zone.
  CHECK(reads("2026-11-21 12:30", sys_days(days(20778)), " 12:30"));
  CHECK(reads("2026-11-21T12:30Z", local_seconds(days(20778)) + 12h + 30min,
              "Z"));
}

TEST_CASE("scan/time: the part of a point in time that is out of its range") {
  struct row {
    char const* text;
    char const* part;
  };
  for (row const& r : {
           row{"2026-13-01", "a month between 01 and 12"},
           row{"2026-00-01", "a month between 01 and 12"},
           row{"2025-13-25T10:00:00Z", "a month between 01 and 12"},
           row{"20261321", "a month between 01 and 12"},
           row{"2026-02-30", "a day that its month has"},
           row{"2026-11-00", "a day that its month has"},
           row{"2026-11-31", "a day that its month has"},
           row{"2026-11-99", "a day that its month has"},
           row{"2100-02-29", "a day that its month has"},
           row{"20261131", "a day that its month has"},
           row{"2026-000", "a day that its year has"},
           row{"2026-366", "a day that its year has"},
           row{"2024-367", "a day that its year has"},
           row{"2026-W54-1", "a week that its year has"},
           row{"2026-W00-1", "a week that its year has"},
           row{"2025-W53-1", "a week that its year has"},
           row{"2026-W47-8", "a day of the week between 1 and 7"},
           row{"2026W470", "a day of the week between 1 and 7"},
           row{"2026-11-21T24:00:00Z", "an hour between 00 and 23"},
           row{"2026-11-21T2400", "an hour between 00 and 23"},
           row{"2026-11-21T23:60Z", "a minute between 00 and 59"},
           row{"2026-11-21T23:59:60Z", "a second between 00 and 59"},
           row{"20261121T235960", "a second between 00 and 59"},
       }) {
    std::string const want =
        std::string("expected ") + r.part + ", found \"" + r.text + '"';
    CHECK(parsed<sys_seconds>(r.text) == want);
    CHECK((rill::try_parse<sys_seconds>(r.text).error().code() ==
           rill::scan_problem::out_of_range));
  }
  CHECK(parsed<sys_days>("2026-13-01") ==
        "expected a month between 01 and 12, found \"2026-13-01\"");
}

TEST_CASE("scan/time: what is no point in time") {
  for (char const* text :
       {"2026-1-1", "2026-11-211", "26-11-21", "2026", "2026-11", "2026/11/21",
        "2026-11-21T5:00Z", "2026-11-21T235Z", "2026-11-21T12:00+24:00",
        "2026-11-21T12:00+1", "2026-11-21T12:00+01:60", "-20261121", "x", "-",
        "+2026", "202611211"}) {
    CHECK(parsed<sys_seconds>(text).starts_with(want_point));
  }
  CHECK(parsed<sys_seconds>("2026-11-21T21:34:22.5Z") ==
        "expected whole seconds, found \"2026-11-21T21:34:22.5Z\"");
  CHECK(parsed<sys_time<minutes>>("2026-11-21T21:34:22Z") ==
        "expected whole minutes, found \"2026-11-21T21:34:22Z\"");
  CHECK_FALSE(rill::try_parse<sys_time<nanoseconds>>(
      "2026-11-21T21:34:22.0000000000000000001Z"));
  CHECK(rill::parse<sys_time<nanoseconds>>(
            "2026-11-21T21:34:22.0000000010000000000Z") ==
        sys_seconds(1795296862s) + 1ns);
}

TEST_CASE("scan/time: points in time that do not fit") {
  using fine_time = sys_time<nanoseconds>;
  CHECK(rill::parse<fine_time>("2262-04-11T23:47:16.854775807Z") ==
        fine_time::max());
  CHECK(rill::parse<fine_time>("1677-09-21T00:12:43.145224192Z") ==
        fine_time::min());
  for (char const* text :
       {"2262-04-11T23:47:16.854775808Z", "1677-09-21T00:12:43.145224191Z",
        "9999-12-31", "99999999999999999999999-01-01",
        "-99999999999999999-01-01"}) {
    auto const result = rill::try_parse<fine_time>(text);
    REQUIRE_FALSE(result);
    CHECK(result.error().code() == rill::scan_problem::out_of_range);
  }
}

TEST_CASE("scan/time: what prints reads back, over the whole range") {
  CHECK(all_come_back<nanoseconds>());
  CHECK(all_come_back<milliseconds>());
  CHECK(all_come_back<seconds>());
  CHECK(all_come_back<duration<int, std::ratio<60>>>());
  CHECK(all_come_back<duration<int, std::ratio<86400>>>());
  CHECK(all_come_back<duration<signed char, std::micro>>());
  CHECK(all_come_back<duration<std::int64_t, std::atto>>());
  CHECK(all_come_back<duration<short, std::ratio<31556952>>>());
}

TEST_CASE("scan/time: floating-point times read back") {
  std::mt19937_64 random(6);
  bool is_right = true;
  for (int i = 0; i != 1000; ++i) {
    duration<double> const s(any_of<double>(random));
    duration<float, std::milli> const ms(any_of<float>(random));
    is_right = is_right && comes_back(s) && comes_back(ms);
    // Numbers of at most 18 decimals and 18 whole digits.
    if (std::abs(s.count()) > 1e-2 && std::abs(s.count()) < 1e17)
      is_right = is_right && comes_back(sys_time<duration<double>>(s));
    if (std::abs(ms.count()) > 1 && std::abs(ms.count()) < 1e17f)
      is_right =
          is_right && comes_back(sys_time<duration<float, std::milli>>(ms));
  }
  CHECK(is_right);
}

TEST_CASE("scan/time: other clocks") {
  using files = std::filesystem::file_time_type;
  files const now = file_clock::from_sys(sys_seconds(1795296862s));
  CHECK(rill::parse<files>("2026-11-21T21:34:22Z") == now);
  CHECK(comes_back(now));
  using shifted = time_point<shifted_clock, seconds>;
  CHECK(rill::parse<shifted>("1970-01-01T00:00:01Z") == shifted(11s));
  CHECK(rill::parse<steady_clock::time_point>("5s") ==
        steady_clock::time_point(5s));
}

TEST_CASE("scan/time: in containers and among other items") {
  CHECK(rill::parse<std::vector<seconds>>("[1s, 2min 3s]") ==
        std::vector{1s, 123s});
  auto const text = "{2026-11-21: 5s, 2026-11-22: 1h}";
  auto const map = rill::parse<std::map<sys_days, seconds>>(text);
  CHECK(concat(map) == "{2026-11-21: 5s, 2026-11-22: 3600s}");
  sys_seconds when;
  milliseconds took{};
  int n = 0;
  CHECK(rill::scan(rill::from("2026-11-21 21:34:22 took 15ms, 3"), when, "took",
                   took, ",", n));
  CHECK(when == sys_seconds(1795296862s));
  CHECK(took == 15ms);
  CHECK(n == 3);
}

TEST_CASE("scan/time: a device that fails in the middle gives no time") {
  for (int calls = 0; calls != 25; ++calls) {
    scripted_reader in("2026-11-21T21:34:22.125Z", 16,
                       [calls](int call, std::size_t) {
                         return call < calls ? 1L : -static_cast<long>(EIO);
                       });
    sys_time<milliseconds> at(7ms);
    auto const got = rill::try_scan(in, at);
    if (calls == 24) {
      CHECK(got);
    } else {
      CHECK_FALSE(got);
      CHECK(at == sys_time<milliseconds>(7ms));
    }
  }
}
