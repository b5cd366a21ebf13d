// test/scan/week_date_test.cpp: dates by the week and by the day of the year
// out of a reader, at every buffer size, for every type that holds a date:
// against the calendar of <chrono>.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>
#include <stdio.h>  // snprintf

#include <chrono>
#include <cstdint>
#include <string>

#include "../support/scripted_reader.h"

using namespace std::chrono;
using rill_test::scripted_reader;

namespace {

template <class... Args>
std::string c_text(char const* format, Args... args) {
  char text[64];
  return {text, static_cast<std::size_t>(
                    snprintf(text, sizeof text, format, args...))};
}

// What is left behind the date, or "another value" if the date is not `want`.
template <class T>
std::string left_behind(std::string const& text, T const& want,
                        std::size_t buffer) {
  scripted_reader in(text, buffer);
  T value{};
  auto const done = rill::try_scan(in, value);
  if (!done || value != want) return "another value";
  rill::text const rest = in.peek(100);
  return {rest.data, rest.size};
}

template <class T>
bool reads(std::string const& text, T const& want) {
  for (std::size_t const buffer : {1u, 3u, 16u, 64u})
    for (char const* rest : {"", " 1", ",", "Wednesday", "/"})
      if (left_behind(text + rest, want, buffer) != rest) return false;
  return true;
}

template <class T>
bool refuses(std::string const& text) {
  for (std::size_t const buffer : {1u, 3u, 64u}) {
    scripted_reader in(text, buffer);
    T value{};
    if (rill::try_scan(in, value)) return false;
    // A date that is refused stays in the input.
    rill::text const rest = in.peek(100);
    if (text != std::string(rest.data, rest.size)) return false;
  }
  return true;
}

bool is_day(std::string const& text, sys_days day) {
  year_month_day const date(day);
  return rill::parse<sys_days>(text) == day &&
         rill::parse<year_month_day>(text) == date &&
         rill::parse<local_days>(text).time_since_epoch() ==
             day.time_since_epoch() &&
         rill::parse<sys_seconds>(text + "T21:34:22+01:00") ==
             day + 20h + 34min + 22s &&
         rill::parse<local_seconds>(text + "T213422").time_since_epoch() ==
             day.time_since_epoch() + 21h + 34min + 22s;
}

}  // namespace

TEST_CASE("scan/week_date: every week of years of both lengths") {
  bool is_right = true;
  for (int const y : {1600, 1999, 2000, 2004, 2009, 2015, 2020, 2024, 2026}) {
    auto const first = [](int n) {
      return sys_days(year(n) / January / Thursday[1]) - days(3);
    };
    sys_days day = first(y);
    for (int week = 1; day != first(y + 1); ++week)
      for (int n = 1; n != 8; ++n, day += days(1))
        is_right = is_right &&
                   is_day(c_text("%04d-W%02d-%d", y, week, n), day) &&
                   is_day(c_text("%04dW%02d%d", y, week, n), day);
    int const weeks = static_cast<int>((day - first(y)).count() / 7);
    is_right = is_right &&
               refuses<sys_days>(c_text("%04d-W%02d-1", y, weeks + 1)) &&
               refuses<sys_days>(c_text("%04dW%02d1", y, weeks + 1));
  }
  CHECK(is_right);
}

TEST_CASE("scan/week_date: every day of years of both lengths") {
  bool is_right = true;
  for (int const y : {0, 1900, 2000, 2023, 2024, 9999}) {
    sys_days day = year(y) / January / 1;
    for (int n = 1; n != 367; ++n, day += days(1)) {
      std::string const extended = c_text("%04d-%03d", y, n);
      std::string const basic = c_text("%04d%03d", y, n);
      if (n == 366 && !year(y).is_leap())
        is_right = is_right && refuses<sys_days>(extended) &&
                   refuses<year_month_day>(basic);
      else
        is_right = is_right && is_day(extended, day) && is_day(basic, day);
    }
  }
  CHECK(is_right);
}

TEST_CASE("scan/week_date: they end where they end") {
  sys_days const day = 2024y / February / 4;
  CHECK(reads("2024-W05-7", day));
  CHECK(reads("2024W057", day));
  CHECK(reads("2024-035", day));
  CHECK(reads("2024035", day));
  CHECK(reads("+2024-035", day));
  CHECK(reads("+2024-W05-7", day));
  CHECK(reads("2024-02-04", day));
  CHECK(reads("20240204", day));
  CHECK(reads("-0001-W01-1", sys_days(year(-1) / January / 4)));
  CHECK(reads("+12024-366", sys_days(year(12024) / December / 31)));
  CHECK(reads("12024-366", sys_days(year(12024) / December / 31)));
}

TEST_CASE("scan/week_date: what is none") {
  for (char const* text :
       {"2024-W05",   "2024W05",    "2024-W5-3", "2024-W05-8", "2024-W05-0",
        "2024-W00-1", "2024-W053",  "2024W05-3", "2024W0531",  "2024-W05-31",
        "2024-w05-3", "2024-000",   "2024000",   "2024-367",   "2024-35",
        "2024-0350",  "2024-13-01", "2024-1-01", "2024-01-1",  "2024-01-011",
        "20241",      "202401",     "202401011", "+2024W053",  "+2024035",
        "-2024035",   "12024W053",  "2024-",     "2024-W",     "2024W",
        "2024"}) {
    CAPTURE(text);
    CHECK(refuses<sys_days>(text));
    CHECK(refuses<year_month_day>(text));
    CHECK(refuses<sys_seconds>(text));
  }
  auto const far = rill::try_parse<sys_days>("99999999999999999999-W05-3");
  CHECK(far.error().code() == rill::scan_problem::out_of_range);
  CHECK(rill::try_parse<year_month_day>("40000-035").error().code() ==
        rill::scan_problem::out_of_range);
}
