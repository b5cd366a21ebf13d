// test/number/calendar_test.cpp: dates, against a calendar that counts days one
// by one, Python's calendar and the C library's.
#include <doctest/doctest.h>
#include <rill/number/calendar.h>
#include <time.h>  // gmtime_r

#include <cstdint>
#include <random>
#include <string>

using rill::detail::civil_date;
using rill::detail::moment;
using rill::detail::to_civil;
using rill::detail::to_days;

namespace {

bool same(civil_date a, civil_date b) {
  return a.year == b.year && a.month == b.month && a.day == b.day;
}

// The day after, by the lengths of the months.
civil_date next_day(civil_date d) {
  int const lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool const is_leap =
      d.year % 400 == 0 || (d.year % 4 == 0 && d.year % 100 != 0);
  unsigned length = static_cast<unsigned>(lengths[d.month - 1]);
  if (d.month == 2 && is_leap) length = 29;
  if (++d.day <= length) return d;
  d.day = 1;
  if (++d.month <= 12) return d;
  return {d.year + 1, 1, 1};
}

bool comes_back(std::int64_t days) {
  std::int64_t back = 0;
  civil_date const date = to_civil(days);
  return is_date(date) && to_days(date, back) && back == days;
}

template <class Write>
std::string written(Write write) {
  char out[128] = {};
  return {out, write(out)};
}

struct row {
  std::int64_t days;
  civil_date date;
};

// Calculated by Python's datetime.date.
constexpr row rows[] = {
    {-719162, {1, 1, 1}},      {-718798, {1, 12, 31}},
    {-718008, {4, 2, 29}},     {-682945, {100, 2, 28}},
    {-682944, {100, 3, 1}},    {-573372, {400, 2, 29}},
    {-141427, {1582, 10, 15}}, {-135081, {1600, 2, 29}},
    {-98556, {1700, 3, 1}},    {-25568, {1899, 12, 31}},
    {-25509, {1900, 2, 28}},   {-25508, {1900, 3, 1}},
    {-1, {1969, 12, 31}},      {0, {1970, 1, 1}},
    {11016, {2000, 2, 29}},    {11017, {2000, 3, 1}},
    {20778, {2026, 11, 21}},   {47540, {2100, 2, 28}},
    {47541, {2100, 3, 1}},     {2932896, {9999, 12, 31}},
    {639091, {3719, 10, 10}},  {-86455, {1733, 4, 18}},
    {936847, {4535, 1, 1}},    {2011055, {7476, 1, 31}},
    {-516635, {555, 7, 3}},    {-415343, {832, 10, 30}},
    {2725512, {9432, 3, 14}},  {1528490, {6154, 11, 12}},
    {-324352, {1081, 12, 15}}, {814648, {4200, 6, 7}},
    {1725228, {6693, 7, 7}},   {-475897, {667, 1, 15}},
    {1409177, {5828, 3, 13}},  {181347, {2466, 7, 6}},
    {-561894, {431, 8, 3}},    {-358674, {987, 12, 26}},
    {1099679, {4980, 10, 26}}, {1034779, {4803, 2, 17}},
    {-426168, {803, 3, 12}},   {290251, {2764, 9, 6}},
};

}  // namespace

TEST_CASE("number/calendar: the days of 1000 years are those of a slow twin") {
  std::int64_t days = 0;
  REQUIRE(to_days({-400, 1, 1}, days));
  civil_date date{-400, 1, 1};
  bool is_right = true;
  for (int i = 0; i != 365'243; ++i, ++days, date = next_day(date)) {
    std::int64_t back = 0;
    is_right = is_right && same(to_civil(days), date) && is_date(date) &&
               to_days(date, back) && back == days;
  }
  CHECK(is_right);
}

TEST_CASE("number/calendar: the days of Python's dates") {
  for (row const& r : rows) {
    std::int64_t days = 0;
    CHECK(same(to_civil(r.days), r.date));
    CHECK(to_days(r.date, days));
    CHECK(days == r.days);
  }
}

TEST_CASE("number/calendar: every number of days has a date and comes back") {
  for (std::int64_t i = 0; i < 800'000; i += 997) {
    CHECK(comes_back(INT64_MIN + i));
    CHECK(comes_back(INT64_MAX - i));
  }
  std::mt19937_64 random(1);
  bool is_right = true;
  for (int i = 0; i != 100'000; ++i)
    is_right =
        is_right && comes_back(static_cast<std::int64_t>(random() >> (i % 64)));
  CHECK(is_right);
}

TEST_CASE("number/calendar: a date whose days are no number is refused") {
  std::int64_t days = 0;
  civil_date const first = to_civil(INT64_MIN);
  civil_date const last = to_civil(INT64_MAX);
  CHECK(to_days(first, days));
  CHECK(to_days(last, days));
  CHECK_FALSE(to_days({first.year, first.month, first.day - 1}, days));
  CHECK_FALSE(to_days({last.year, last.month, last.day + 1}, days));
  CHECK_FALSE(to_days({INT64_MAX, 1, 1}, days));
  CHECK_FALSE(to_days({INT64_MIN, 1, 1}, days));
}

TEST_CASE("number/calendar: moments of the C library's gmtime_r") {
  std::mt19937_64 random(2);
  for (int i = 0; i != 20'000; ++i) {
    std::int64_t const range = std::int64_t{1} << (i % 39 + 1);
    std::int64_t const seconds =
        static_cast<std::int64_t>(random() %
                                  static_cast<std::uint64_t>(range)) -
        range / 2;
    auto const at = static_cast<time_t>(seconds);
    if (at != seconds) continue;  // time_t has 32 bits
    tm c{};
#if defined(_WIN32)
    if (seconds < 0 || _gmtime64_s(&c, &at) != 0) continue;
#else
    REQUIRE(gmtime_r(&at, &c));
#endif
    moment when;
    REQUIRE(add_seconds(when, seconds));
    civil_date const date = to_civil(when.days);
    bool const is_same =
        date.year == c.tm_year + 1900LL &&
        date.month == static_cast<unsigned>(c.tm_mon + 1) &&
        date.day == static_cast<unsigned>(c.tm_mday) &&
        when.second == c.tm_hour * 3600 + c.tm_min * 60 + c.tm_sec;
    if (!is_same) CHECK(seconds == 0);
  }
}

TEST_CASE("number/calendar: which dates there are") {
  using rill::detail::is_date;
  CHECK(is_date({2000, 2, 29}));
  CHECK_FALSE(is_date({1900, 2, 29}));
  CHECK_FALSE(is_date({2026, 2, 30}));
  CHECK_FALSE(is_date({2026, 4, 31}));
  CHECK(is_date({2026, 12, 31}));
  CHECK_FALSE(is_date({2026, 0, 1}));
  CHECK_FALSE(is_date({2026, 13, 1}));
  CHECK_FALSE(is_date({2026, 1, 0}));
  CHECK_FALSE(is_date({2026, 1, 32}));
  CHECK(is_date({-4, 2, 29}));
}

TEST_CASE("number/calendar: years have four digits, or a sign and more") {
  auto const year = [](std::int64_t y) {
    return written([=](char* out) { return rill::detail::write_year(out, y); });
  };
  CHECK(year(0) == "0000");
  CHECK(year(7) == "0007");
  CHECK(year(9999) == "9999");
  CHECK(year(10000) == "+10000");
  CHECK(year(-1) == "-0001");
  CHECK(year(-9999) == "-9999");
  CHECK(year(-10000) == "-10000");
  CHECK(year(INT64_MIN) == "-9223372036854775808");
  CHECK(year(INT64_MAX) == "+9223372036854775807");
}

TEST_CASE("number/calendar: the text of a moment") {
  auto const text = [](moment const& at) {
    return written([&](char* out) { return write_moment(out, at); });
  };
  CHECK(text({0, 0, 0, 0}) == "1970-01-01T00:00:00");
  CHECK(text({-1, 86399, 999, 3}) == "1969-12-31T23:59:59.999");
  CHECK(text({20778, 77662, 5, 9}) == "2026-11-21T21:34:22.000000005");
  CHECK(text({20778, 77662, 0, 18}) ==
        "2026-11-21T21:34:22.000000000000000000");
  CHECK(text({INT64_MIN, 0, 0, 18}).size() <= rill::detail::moment_room - 10);
}

TEST_CASE("number/calendar: decimals are cut off, or become zeros") {
  moment at{0, 0, 123456, 6};
  set_digits(at, 3);
  CHECK(at.fraction == 123);
  set_digits(at, 18);
  CHECK(at.fraction == 123'000'000'000'000'000);
  set_digits(at, 0);
  CHECK(at.fraction == 0);
}

TEST_CASE("number/calendar: the distance from UTC") {
  auto const text = [](std::int64_t seconds) {
    return written(
        [=](char* out) { return rill::detail::write_offset(out, seconds); });
  };
  CHECK(text(0) == "+00:00");
  CHECK(text(3600) == "+01:00");
  CHECK(text(-3600 * 9 - 30 * 60) == "-09:30");
  CHECK(text(3208) == "+00:53:28");
}

TEST_CASE("number/calendar: works at compile time") {
  constexpr civil_date date = to_civil(20778);
  static_assert(date.year == 2026 && date.month == 11 && date.day == 21);
  constexpr auto size = [] {
    char out[rill::detail::moment_room] = {};
    return rill::detail::write_moment(out, {20778, 77662, 5, 9}) - out;
  }();
  static_assert(size == 29);
}
