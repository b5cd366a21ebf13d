// test/scan/calendar_test.cpp: parts of dates and times of day out of a
// reader.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "../support/scripted_reader.h"

using namespace std::chrono;
using rill::concat;
using rill_test::scripted_reader;

namespace {

// Not all types have a default constructor, so the caller makes the target.
template <class T>
bool comes_back(T const& value, T target) {
  std::string const text = concat(value);
  for (std::size_t buffer : {1u, 3u, 16u}) {
    scripted_reader in(text + " x", buffer);
    if (!rill::try_scan(in, target) || target != value) return false;
    if (concat(target) != text) return false;
    rill::text const rest = in.peek(10);
    if (rest.size != 2) return false;
  }
  return true;
}

template <class T>
std::string problem(std::string const& text, T target) {
  T const before = target;
  auto in = rill::from(text);
  auto const result = rill::try_scan(in, target);
  if (result || target != before) return "read";
  std::string what = result.error().what();
  return what.substr(what.find("expected"),
                     what.find('\n') - what.find("expected"));
}

}  // namespace

TEST_CASE("scan/standard: every day of some years") {
  for (year const y : {year(-32767), year(-1), year(0), year(1900), year(2000),
                       year(2026), year(32767)}) {
    bool is_right = true;
    for (unsigned m = 1; m != 13; ++m) {
      for (unsigned d = 1; d != 32; ++d) {
        year_month_day const date = y / month(m) / day(d);
        if (date.ok())
          is_right = is_right && comes_back(date, 1999y / 1 / 1);
        else
          is_right = is_right && problem(concat(date), 1999y / 1 / 1) != "read";
      }
    }
    CHECK(is_right);
  }
}

TEST_CASE("scan/standard: every part") {
  bool is_right = true;
  for (unsigned m = 1; m != 13; ++m) {
    month const n(m);
    is_right =
        is_right && comes_back(n, January) &&
        comes_back(n / last, January / last) &&
        comes_back(n / Sunday[5], January / Monday[1]) &&
        comes_back(n / Sunday[last], January / Monday[last]) &&
        comes_back(2026y / n, 1999y / January) &&
        comes_back(-5y / n / last, 1999y / January / last) &&
        comes_back(12024y / n, 1999y / January) &&
        comes_back(12024y / n / last, 1999y / January / last) &&
        comes_back(12024y / n / Sunday[1], 1999y / January / Monday[2]) &&
        comes_back(2026y / n / Sunday[1], 1999y / January / Monday[2]) &&
        comes_back(2026y / n / Sunday[last], 1999y / January / Monday[last]);
  }
  for (unsigned d = 1; d != 32; ++d)
    is_right = is_right && comes_back(day(d), day(1)) &&
               comes_back(January / day(d), February / 2d);
  for (unsigned w = 0; w != 7; ++w)
    for (unsigned i = 1; i != 6; ++i)
      is_right = is_right && comes_back(weekday(w), Friday) &&
                 comes_back(weekday(w)[i], Friday[1]) &&
                 comes_back(weekday(w)[last], Friday[last]);
  for (int y = -32767; y <= 32767; y += 13)
    is_right = is_right && comes_back(year(y), 1999y);
  CHECK(is_right);
}

TEST_CASE("scan/standard: years with and without a plus") {
  for (int const y : {0, 7, 2026, 9999, 10000, 12024, 32767}) {
    std::string const digits = std::to_string(y);
    for (std::string const& text : {digits, "+" + digits, "+0000" + digits}) {
      CHECK(rill::parse<year>(text) == year(y));
      CHECK(rill::parse<year_month>(text + "/Jan") == year(y) / January);
      if (digits.size() < 4) continue;
      CHECK(rill::parse<year_month_day>(text + "-01-02") == year(y) / 1 / 2);
    }
  }
  for (char const* text : {"+", "-", "+-1", "-+1", "++1", "+ 1", "+32768"})
    CHECK(problem(text, 1999y).starts_with("expected a year"));
}

TEST_CASE("scan/standard: times of day") {
  using fine = hh_mm_ss<milliseconds>;
  auto const back = [](std::string const& text) {
    auto const read = rill::try_parse<fine>(text);
    return read ? concat(*read) : read.error().what();
  };
  for (char const* text : {"00:00:00.000", "23:59:59.999", "-03:25:45.678",
                           "100:00:00.001", "1000000:00:00.000"})
    CHECK(back(text) == text);
  CHECK(back("12:34:56") == "12:34:56.000");
  CHECK(rill::parse<hh_mm_ss<minutes>>("12:34:00").to_duration() ==
        12h + 34min);
  std::mt19937 random(1);
  for (int i = 0; i != 200; ++i) {
    fine const time(milliseconds(static_cast<int>(random())));
    CHECK(rill::parse<fine>(concat(time)).to_duration() == time.to_duration());
  }
  for (char const* text :
       {"12:34", "12:60:00", "12:00:60", "1:00:00", "12:0:00", "12:00:000", "x",
        "12:00:00.0001", "99999999999999999999:00:00",
        "9999999999999999:00:00"})
    CHECK_FALSE(rill::try_parse<fine>(text));
  CHECK_FALSE(rill::try_parse<hh_mm_ss<minutes>>("12:34:56"));
}

TEST_CASE("scan/standard: what is none") {
  CHECK(problem("Foo", January) ==
        "expected a month such as Nov, found \"Foo\"");
  CHECK(problem("No", January).starts_with("expected a month"));
  CHECK(problem("0", day(1)).starts_with("expected a day of the month"));
  CHECK(problem("32", day(1)) ==
        "expected a day of the month such as 21, found \"32\"");
  CHECK(problem("-", 1999y).starts_with("expected a year"));
  CHECK(problem("32768", 1999y).starts_with("expected a year"));
  CHECK(problem("Foo", Monday).starts_with("expected a day of the week"));
  for (char const* text :
       {"Sat", "Sat[", "Sat[6]", "Sat[0]", "Sat[3", "Sat[last]"})
    CHECK(problem(text, Monday[1]).starts_with("expected a day of the week"));
  for (char const* text : {"Sat", "Sat[3]", "Sat[last"})
    CHECK(
        problem(text, Monday[last]).starts_with("expected a day of the week"));
  for (char const* text : {"Feb/30", "Nov/31", "Nov", "Nov/", "Nov/x", "Nov-1"})
    CHECK(
        problem(text, January / 1d).starts_with("expected a day of the year"));
  CHECK(
      problem("Nov/las", January / last).starts_with("expected the last day"));
  CHECK(problem("2026/Foo", 1999y / January).starts_with("expected a month"));
  CHECK(problem("2026-02-30", 1999y / 1 / 1) ==
        "expected a day that its month has, found \"2026-02-30\"");
  CHECK(problem("40000-01-01", 1999y / 1 / 1).starts_with("expected a date"));
  // Names match in upper and lower case.
  CHECK(rill::parse<month>("nov") == November);
  CHECK(rill::parse<weekday>("SAT") == Saturday);
}

TEST_CASE("scan/standard: in containers") {
  CHECK(rill::parse<std::vector<year_month_day>>("[2026-11-21, 1999-01-01]") ==
        std::vector{2026y / 11 / 21, 1999y / 1 / 1});
  CHECK(rill::parse<std::pair<weekday, month>>("(Sat, Nov)") ==
        std::pair(Saturday, November));
}
