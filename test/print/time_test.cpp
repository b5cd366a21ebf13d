// test/print/time_test.cpp: durations, points in time and dates. Where the
// standard library has texts for them, these are the oracle; for dates and
// times the C library's gmtime_r is.
#include <doctest/doctest.h>
#include <rill/types.h>
#include <time.h>  // gmtime_r

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#if (defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 180000) || \
    (defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE >= 13)
#define HAS_TEXTS 1
#else
#define HAS_TEXTS 0
#endif

using namespace std::chrono;
using rill::concat;

namespace {

// A clock without conversions, and two clocks that convert to system time: by
// to_sys, and by to_utc to a clock that has to_sys.
struct odd_clock {
  using rep = long long;
  using period = std::milli;
  using duration = std::chrono::duration<rep, period>;
  using time_point = std::chrono::time_point<odd_clock>;
};
struct shifted_clock : odd_clock {
  template <class D>
  static sys_time<D> to_sys(std::chrono::time_point<shifted_clock, D> at) {
    return sys_time<D>(at.time_since_epoch() - D(10s));
  }
};
struct atomic_clock : odd_clock {
  template <class D>
  static auto to_utc(std::chrono::time_point<atomic_clock, D> at) {
    return std::chrono::time_point<shifted_clock, D>(at.time_since_epoch());
  }
};

// Has the members of std::chrono::zoned_time.
struct zone_info {
  seconds offset;
};
struct zoned {
  sys_time<milliseconds> at;
  seconds offset;
  sys_time<milliseconds> get_sys_time() const { return at; }
  zone_info get_info() const { return {offset}; }
};

// A number with a hook of its own.
struct own_number {
  int value = 0;
  friend void rill_print(auto& out, own_number const& n) {
    out('<', n.value, '>');
  }
};

// Has a hook and the shape of a duration.
struct own_duration {
  using rep = int;
  using period = std::milli;
  int count() const { return 3; }
  friend void rill_print(auto& out, own_duration const&) { out("own"); }
};

template <class D>
sys_time<D> at(D since) {
  return sys_time<D>(since);
}

#if HAS_TEXTS
template <class T>
std::string standard_text(T const& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}
#endif

// Whether the text is that of the standard library. True if the library has no
// text.
template <class T>
bool is_standard([[maybe_unused]] T const& value) {
#if HAS_TEXTS
  if (concat(value) == standard_text(value)) return true;
  MESSAGE(concat(value), " and not ", standard_text(value));
  return false;
#else
  return true;
#endif
}

// False for libstdc++ 14, which writes the sign of an invalid date into the
// four digits of its year: -001-02-29.
bool standard_has_negative_years() {
#if HAS_TEXTS
  return standard_text(year(-1) / 2 / 29) == "-0001-02-29 is not a valid date";
#else
  return false;
#endif
}

}  // namespace

TEST_CASE("print/standard: durations have the suffixes of the standard") {
  CHECK(concat(42ms) == "42ms");
  CHECK(concat(5s) == "5s");
  CHECK(concat(-3min) == "-3min");
  CHECK(concat(2h) == "2h");
  CHECK(concat(12ns) == "12ns");
  CHECK(concat(7us) == "7us");
  CHECK(concat(days(1)) == "1d");
  CHECK(concat(weeks(2)) == "2[604800]s");
  CHECK(concat(months(1)) == "1[2629746]s");
  CHECK(concat(years(-1)) == "-1[31556952]s");
  CHECK(concat(duration<int, std::ratio<2, 3>>(3)) == "3[2/3]s");
  CHECK(concat(duration<int, std::ratio<4, 2000>>(3)) == "3[1/500]s");
  CHECK(concat(duration<int, std::pico>(1), duration<int, std::femto>(2),
               duration<int, std::atto>(3), duration<int, std::centi>(4),
               duration<int, std::deci>(5), duration<int, std::deca>(6),
               duration<int, std::hecto>(7), duration<int, std::kilo>(8),
               duration<int, std::mega>(9), duration<int, std::giga>(1),
               duration<int, std::tera>(2), duration<int, std::peta>(3),
               duration<int, std::exa>(4)) ==
        "1ps2fs3as4cs5ds6das7hs8ks9Ms1Gs2Ts3Ps4Es");
}

TEST_CASE("print/standard: durations of every kind of number") {
  CHECK(concat(1.5s) == "1.5s");
  CHECK(concat(duration<float, std::milli>(0.1f)) == "0.1ms");
  CHECK(concat(duration<double>(-0.0)) == "-0s");
  CHECK(concat(duration<signed char>(-128)) == "-128s");
  CHECK(concat(duration<char>('A')) == "65s");
  CHECK(concat(duration<std::uint8_t>(255)) == "255s");
  CHECK(concat(nanoseconds::min()) == "-9223372036854775808ns");
  CHECK(concat(nanoseconds::max()) == "9223372036854775807ns");
  CHECK(concat(duration<own_number>(own_number{7})) == "<7>s");
#if RILL_INT128
  using wide = duration<rill::detail::int128, std::nano>;
  CHECK(concat(wide(rill::detail::int128{1} << 100)) ==
        "1267650600228229401496703205376ns");
#endif
}

TEST_CASE("print/standard: durations as the standard has them") {
  CHECK(is_standard(42ms));
  CHECK(is_standard(-3min));
  CHECK(is_standard(weeks(2)));
  CHECK(is_standard(days::max()));
  CHECK(is_standard(duration<int, std::ratio<2, 3>>(3)));
  CHECK(is_standard(duration<int, std::ratio<7, 2>>(-3)));
  CHECK(is_standard(duration<long, std::exa>(-3)));
  CHECK(is_standard(duration<double, std::milli>(1.25)));
}

TEST_CASE("print/standard: points in time of the system's clock are UTC") {
  CHECK(concat(at(1795296862s)) == "2026-11-21T21:34:22Z");
  CHECK(concat(at(1795296862123456789ns)) == "2026-11-21T21:34:22.123456789Z");
  CHECK(concat(at(1795296862000ms)) == "2026-11-21T21:34:22.000Z");
  CHECK(concat(at(minutes(0))) == "1970-01-01T00:00:00Z");
  CHECK(concat(at(-1h)) == "1969-12-31T23:00:00Z");
  CHECK(concat(at(-1ms)) == "1969-12-31T23:59:59.999Z");
  CHECK(concat(at(duration<int, std::ratio<1, 4>>(-1))) ==
        "1969-12-31T23:59:59.75Z");
}

TEST_CASE("print/standard: points in time of whole days are dates") {
  CHECK(concat(sys_days(days(20778))) == "2026-11-21");
  CHECK(concat(at(weeks(-1))) == "1969-12-25");
  CHECK(concat(local_days(days(1))) == "1970-01-02");
  // months and years of <chrono> are not whole numbers of days.
  CHECK(concat(at(months(1))) == "1970-01-31T10:29:06Z");
  CHECK(concat(at(years(1))) == "1971-01-01T05:49:12Z");
  CHECK(concat(at(duration<double, std::ratio<86400>>(0.5))) ==
        "1970-01-01T12:00:00Z");
}

TEST_CASE("print/standard: the whole range of every type") {
  CHECK(concat(sys_time<nanoseconds>::min()) ==
        "1677-09-21T00:12:43.145224192Z");
  CHECK(concat(sys_time<nanoseconds>::max()) ==
        "2262-04-11T23:47:16.854775807Z");
  CHECK(concat(sys_time<microseconds>::min()) ==
        "-290308-12-21T19:59:05.224192Z");
  CHECK(concat(sys_time<microseconds>::max()) ==
        "+294247-01-10T04:00:54.775807Z");
  CHECK(concat(at(seconds(INT64_MIN))) == "-292277022657-01-27T08:29:52Z");
  CHECK(concat(at(seconds(INT64_MAX))) == "+292277026596-12-04T15:30:07Z");
  using long_days = duration<std::int64_t, std::ratio<86400>>;
  CHECK(concat(at(long_days(INT64_MIN))) == "-25252734927764585-06-07");
  CHECK(concat(at(long_days(INT64_MAX))) == "+25252734927768524-07-27");
  // Outside the range of day numbers: printed as the duration since the epoch.
  using long_weeks = duration<std::int64_t, std::ratio<604800>>;
  CHECK(concat(at(long_weeks(INT64_MAX))) == "9223372036854775807[604800]s");
  CHECK(concat(at(duration<double>(1e300))) == "1e+300s");
  CHECK(concat(at(duration<double>(std::numeric_limits<double>::infinity()))) ==
        "infs");
}

TEST_CASE("print/standard: years that have not four digits") {
  auto const new_year = [](long long y) {
    std::int64_t days = 0;
    (void)rill::detail::to_days({y, 1, 1}, days);
    return concat(at(duration<std::int64_t, std::ratio<86400>>(days)));
  };
  CHECK(new_year(9999) == "9999-01-01");
  CHECK(new_year(10000) == "+10000-01-01");
  CHECK(new_year(999) == "0999-01-01");
  CHECK(new_year(0) == "0000-01-01");
  CHECK(new_year(-1) == "-0001-01-01");
  CHECK(new_year(-9999) == "-9999-01-01");
  CHECK(new_year(-12345) == "-12345-01-01");
}

TEST_CASE(
    "print/standard: floating-point seconds have the decimals they need") {
  using real = duration<double>;
  CHECK(concat(at(real(1.5))) == "1970-01-01T00:00:01.5Z");
  CHECK(concat(at(real(-0.25))) == "1969-12-31T23:59:59.75Z");
  CHECK(concat(at(real(1795296862.125))) == "2026-11-21T21:34:22.125Z");
  CHECK(concat(at(duration<double, std::milli>(0.5))) ==
        "1970-01-01T00:00:00.0005Z");
  CHECK(concat(at(duration<float, std::ratio<60>>(0.5f))) ==
        "1970-01-01T00:00:30Z");
}

TEST_CASE("print/standard: as gmtime_r has it, for seconds of 2^40 and near") {
  std::mt19937_64 random(3);
  for (int i = 0; i != 5000; ++i) {
    std::int64_t const range = std::int64_t{1} << (i % 40 + 1);
    auto const count = static_cast<std::int64_t>(
                           random() % static_cast<std::uint64_t>(range)) -
                       range / 2;
    auto const when = static_cast<time_t>(count);
    tm c{};
#if defined(_WIN32)
    if (when < 0 || _gmtime64_s(&c, &when) != 0) continue;
#else
    if (when != count || !gmtime_r(&when, &c)) continue;
#endif
    char text[64];
    int const year = c.tm_year + 1900;
    snprintf(text, sizeof text, "%s%0*d-%02d-%02dT%02d:%02d:%02dZ",
             year > 9999 ? "+" : "", year < 0 ? 5 : 4, year, c.tm_mon + 1,
             c.tm_mday, c.tm_hour, c.tm_min, c.tm_sec);
    REQUIRE(concat(at(seconds(count))) == text);
  }
}

TEST_CASE(
    "print/standard: local time has no zone, other clocks their own epochs") {
  CHECK(concat(local_seconds(1795296862s)) == "2026-11-21T21:34:22");
  CHECK(concat(steady_clock::time_point(5s)) == concat(nanoseconds(5s)));
  CHECK(concat(time_point<odd_clock>(5s)) == "5000ms");
  CHECK(concat(time_point<shifted_clock>(11s)) == "1970-01-01T00:00:01.000Z");
  CHECK(concat(time_point<atomic_clock, seconds>(11s)) ==
        "1970-01-01T00:00:01Z");
}

TEST_CASE("print/standard: times of files") {
  CHECK(concat(file_clock::from_sys(at(1795296862s))) ==
        "2026-11-21T21:34:22Z");
  using file_seconds = time_point<file_clock, duration<long long>>;
  // Both ends of the range, where the conversion of the standard library
  // overflows.
  std::string const least = concat(file_seconds::min());
  std::string const greatest = concat(file_seconds::max());
  CHECK(least.starts_with("-29227702"));
  CHECK(greatest.starts_with("+29227702"));
  CHECK(greatest.ends_with("Z"));
}

TEST_CASE("print/standard: a time in a zone has its distance from UTC") {
  auto const when = at(1795296862123ms);
  CHECK(concat(zoned{when, 1h}) == "2026-11-21T22:34:22.123+01:00");
  CHECK(concat(zoned{when, -(9h + 30min)}) == "2026-11-21T12:04:22.123-09:30");
  CHECK(concat(zoned{at(0ms), -1s}) == "1969-12-31T23:59:59.000-00:00:01");
}

TEST_CASE("print/standard: parts of dates") {
  CHECK(concat(day(3), ' ', month(11), ' ', year(2026), ' ', Saturday) ==
        "03 Nov 2026 Sat");
  CHECK(concat(2026y / November / 21d) == "2026-11-21");
  CHECK(concat(November / 21d, ' ', November / last, ' ', 2026y / November) ==
        "Nov/21 Nov/last 2026/Nov");
  CHECK(concat(Saturday[3], ' ', Saturday[last]) == "Sat[3] Sat[last]");
  CHECK(concat(November / Saturday[3], ' ', November / Saturday[last]) ==
        "Nov/Sat[3] Nov/Sat[last]");
  CHECK(concat(2026y / November / last) == "2026/Nov/last");
  CHECK(concat(2026y / November / Saturday[3]) == "2026/Nov/Sat[3]");
  CHECK(concat(2026y / November / Saturday[last]) == "2026/Nov/Sat[last]");
  CHECK(concat(year(-1), ' ', year(32767), ' ', year(-32767)) ==
        "-0001 +32767 -32767");
}

TEST_CASE("print/standard: what is no part of a date says so") {
  CHECK(concat(day(0)) == "00 is not a valid day");
  CHECK(concat(day(255)) == "255 is not a valid day");
  CHECK(concat(month(13)) == "13 is not a valid month");
  CHECK(concat(weekday(8)) == "8 is not a valid weekday");
  CHECK(concat(Saturday[6]) == "Sat[6 is not a valid index]");
  CHECK(concat(2026y / 2 / 30) == "2026-02-30 is not a valid date");
  CHECK(concat(year(-1) / 2 / 29) == "-0001-02-29 is not a valid date");
  CHECK(concat(year(-32768) / 255 / 255) ==
        "-32768-255-255 is not a valid date");
  CHECK(concat(year(-32768) / month(255) / weekday(255)[7]).size() < 128);
}

TEST_CASE("print/standard: parts of dates as the standard has them") {
  bool is_right = true;
  for (unsigned i = 0; i != 256; ++i) {
    is_right = is_right && is_standard(day(i)) && is_standard(month(i)) &&
               is_standard(weekday(i)) && is_standard(Saturday[i % 8]) &&
               is_standard(month(i) / day(i)) && is_standard(month(i) / last) &&
               is_standard(weekday(i)[last]);
  }
  for (int y : {-32768, -32767, -9999, -1, 0, 1, 999, 2026, 9999}) {
    if (y < 0 && !standard_has_negative_years()) continue;
    is_right = is_right && is_standard(year(y)) &&
               is_standard(year(y) / November) &&
               is_standard(year(y) / November / Saturday[3]) &&
               is_standard(year(y) / November / Saturday[last]) &&
               is_standard(year(y) / 13 / last) &&
               is_standard(year(y) / 2 / 29) && is_standard(year(y) / 13 / 21);
  }
  CHECK(is_right);
}

TEST_CASE("print/standard: a year of five digits has a plus in every type") {
  // The text of the standard library, with the sign that ISO 8601 requires.
  auto const is_signed = [](auto const& value, std::string const& text) {
#if HAS_TEXTS
    CHECK("+" + standard_text(value) == text);
#endif
    CHECK(concat(value) == text);
  };
  for (int y : {10000, 12024, 32767}) {
    year const n(y);
    std::string const start = "+" + std::to_string(y);
    is_signed(n, start);
    is_signed(n / January, start + "/Jan");
    is_signed(n / January / last, start + "/Jan/last");
    is_signed(n / January / Saturday[3], start + "/Jan/Sat[3]");
    is_signed(n / January / Saturday[last], start + "/Jan/Sat[last]");
    is_signed(n / 1 / 2, start + "-01-02");
    is_signed(n / 2 / 30, start + "-02-30 is not a valid date");
  }
  // All types that hold one day print the same date.
  for (year_month_day const day :
       {2026y / 11 / 21, 9999y / 12 / 31, year(10000) / 1 / 1,
        year(12024) / 1 / 2, year(32767) / 12 / 31, 0y / 1 / 1,
        year(-1) / 1 / 1, year(-9999) / 1 / 1, year(-12345) / 1 / 1,
        year(-32767) / 1 / 1}) {
    std::string const date = concat(day);
    std::string const year_text = concat(day.year());
    CHECK(concat(sys_days(day)) == date);
    CHECK(concat(local_days(day)) == date);
    CHECK(concat(sys_seconds(sys_days(day))) == date + "T00:00:00Z");
    CHECK(concat(local_seconds(local_days(day))) == date + "T00:00:00");
    CHECK(date.substr(0, date.size() - 6) == year_text);
    CHECK(concat(day.year() / day.month()).substr(0, year_text.size() + 1) ==
          year_text + "/");
  }
}

TEST_CASE("print/standard: times of day") {
  CHECK(concat(hh_mm_ss(12h + 34min + 56s)) == "12:34:56");
  CHECK(concat(hh_mm_ss(-12345678ms)) == "-03:25:45.678");
  CHECK(concat(hh_mm_ss(5min)) == "00:05:00");
  CHECK(concat(hh_mm_ss(100h)) == "100:00:00");
  CHECK(concat(hh_mm_ss(1ns)) == "00:00:00.000000001");
  CHECK(concat(hh_mm_ss(duration<double>(3661.25))) == "01:01:01.25");
  CHECK(is_standard(hh_mm_ss(12h + 34min + 56s)));
  CHECK(is_standard(hh_mm_ss(-12345678ms)));
  CHECK(is_standard(hh_mm_ss(1ns)));
}

TEST_CASE("print/standard: in fields, containers and everything else") {
  CHECK(concat(rill::right(5ms, 6), '|', rill::left(at(1s), 22), '|') ==
        "   5ms|1970-01-01T00:00:01Z  |");
  CHECK(concat(std::vector{1s, 2s}) == "[1s, 2s]");
  CHECK(concat(rill::join(std::vector{1s, 2s}, "+")) == "1s+2s");
  CHECK(concat(std::map<year_month_day, seconds>{{2026y / 11 / 21, 5s}}) ==
        "{2026-11-21: 5s}");
  CHECK(concat(std::pair(sys_days(days(0)), 1ms)) == "(1970-01-01, 1ms)");
  CHECK(concat(rill::debug(5min)) == "5min");
}

TEST_CASE("print/standard: into buffers of every size") {
  for (std::size_t size = 0; size != 60; ++size) {
    std::vector<char> exact(size);
    auto const done = rill::format_into(exact, at(1795296862123456789ns),
                                        2026y / 2 / 30, 7us);
    CHECK(done.size_needed == 63);
    CHECK(std::string(exact.data(), done.end) ==
          std::string("2026-11-21T21:34:22.123456789Z"
                      "2026-02-30 is not a valid date7us")
              .substr(0, size));
  }
}

TEST_CASE(
    "print/standard: a hook comes first, and what cannot print is refused") {
  CHECK(concat(own_duration()) == "own");
  union plain {
    int a;
  };
  static_assert(!rill::printable<duration<plain>>);
  static_assert(!rill::printable<sys_time<duration<plain>>>);
  static_assert(rill::printable<seconds>);
}

TEST_CASE("print/standard: at compile time") {
  constexpr auto size = [] {
    char out[64] = {};
    return rill::format_into(out, sys_time<milliseconds>(1795296862123ms), ' ',
                             2026y / November / 21d, ' ', 3min)
        .size_needed;
  }();
  static_assert(size == 24 + 1 + 10 + 1 + 4);
}
