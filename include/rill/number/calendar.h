// rill/number/calendar.h: days as dates of the Gregorian calendar, and moments
// as the text of ISO 8601.
//
// Floor 2. Pure, constexpr, no allocation. The calendar goes on for ever in
// both directions, with a year 0 before 1, as ISO 8601 has it. Source of the
// arithmetic: C. Neri and L. Schneider, "Euclidean affine functions and their
// application to calendar algorithms", 2022. Tests:
// test/number/calendar_test.cpp.
#ifndef RILL_NUMBER_CALENDAR_H
#define RILL_NUMBER_CALENDAR_H

#include "../base/text.h"
#include "decimal.h"

namespace rill::inline RILL_BUILD::detail {

inline constexpr std::int64_t seconds_of_day = 86400;

struct civil_date {
  std::int64_t year;
  unsigned month, day;
};

// Of 400 years, after which the calendar repeats itself.
inline constexpr std::int64_t days_of_cycle = 146097;
// From 0000-03-01, where the years of the arithmetic begin, to 1970-01-01.
inline constexpr std::int64_t days_before_1970 = 719468;

// n = quotient * divisor + rest, with 0 <= rest < divisor; for every n.
template <class T>
struct floor_division {
  T quotient, rest;
};
template <class T>
constexpr floor_division<T> floor_divide(T n, T divisor) noexcept {
  T const quotient = n / divisor;
  T const rest = n % divisor;
  if (rest < T{}) return {quotient - T{1}, rest + divisor};
  return {quotient, rest};
}

/// The date that is so many days after 1970-01-01. Any number of days has one.
constexpr civil_date to_civil(std::int64_t days_after_1970) noexcept {
  auto [cycle, days] = floor_divide(days_after_1970, days_of_cycle);
  days += days_before_1970 % days_of_cycle;
  cycle += days_before_1970 / days_of_cycle;
  if (days >= days_of_cycle) {
    days -= days_of_cycle;
    ++cycle;
  }
  // Years begin in March, so that the day that not all have is their last.
  auto const quarters = static_cast<std::uint32_t>(4 * days + 3);
  std::uint32_t const century = quarters / 146097;
  std::uint32_t const in_century = quarters % 146097 / 4;
  // 2^32 / 1461, rounded up: the upper half is the year, the lower its part.
  std::uint64_t const scaled = std::uint64_t{2939745} * (4 * in_century + 3);
  auto const year = static_cast<std::uint32_t>(scaled >> 32);
  std::uint32_t const day_of_year =
      static_cast<std::uint32_t>(scaled) / 2939745 / 4;
  // 2141 / 2^16 is about a thirtieth and a half of a month: 31, 30, 31, 30, 31.
  std::uint32_t const at = 2141 * day_of_year + 197913;
  bool const is_next_year = day_of_year >= 306;
  return {cycle * 400 + century * 100 + year + is_next_year,
          (at >> 16) - (is_next_year ? 12 : 0), (at & 65535) / 2141 + 1};
}

/// The inverse. Returns false where the days are too many for a number.
/// Requires: a month of 1 to 12.
constexpr bool to_days(civil_date date, std::int64_t& days) noexcept {
  bool const is_last_year = date.month < 3;
  if (__builtin_sub_overflow(date.year, is_last_year, &date.year)) return false;
  auto const [cycle, year] = floor_divide(date.year, std::int64_t{400});
  unsigned const month = date.month + (is_last_year ? 12 : 0);
  // 979 / 32 is 30.6 days for each month from March on.
  std::int64_t const before_month = (979 * month - 2919) >> 5;
  // Some cycles are taken off, and given back as days, such that the product
  // is no further from 0 than the sum.
  std::int64_t const off = cycle < 0 ? 4 : 5;
  return !__builtin_mul_overflow(cycle - off, days_of_cycle, &days) &&
         !__builtin_add_overflow(days,
                                 off * days_of_cycle - days_before_1970 +
                                     year * 365 + year / 4 - year / 100 +
                                     before_month + date.day - 1,
                                 &days);
}

constexpr bool is_leap_year(std::int64_t year) noexcept {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/// Requires: a month of 1 to 12.
constexpr unsigned days_of_month(std::int64_t year, unsigned month) noexcept {
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  // Odd months have 31 days up to July, even ones from August on.
  return 30 + ((month ^ (month >> 3)) & 1);
}

constexpr bool is_date(civil_date date) noexcept {
  return date.month - 1 < 12 && date.day != 0 &&
         date.day <= days_of_month(date.year, date.month);
}

/// A point in time: a day after 1970-01-01, a second of it, and the part of
/// that second as a number of so many decimal digits.
struct moment {
  std::int64_t days = 0;
  std::int64_t second = 0;     // 0 to 86399
  std::uint64_t fraction = 0;  // below 10^digits
  unsigned digits = 0;         // at most 18
};

/// Adds seconds; up to some days of them. Returns false where that is one day
/// too many.
constexpr bool add_seconds(moment& to, std::int64_t seconds) noexcept {
  auto const [days, second] = floor_divide(to.second + seconds, seconds_of_day);
  to.second = second;
  return !__builtin_add_overflow(to.days, days, &to.days);
}

/// Cuts decimals off, or adds zeros.
constexpr void set_digits(moment& to, unsigned digits) noexcept {
  for (; to.digits > digits; --to.digits) to.fraction /= 10;
  for (; to.digits < digits; ++to.digits) to.fraction *= 10;
}

inline constexpr char numbers_below_100[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

// Requires: below 100.
constexpr char* write_two(char* out, unsigned n) noexcept {
  return copy_bytes(out, numbers_below_100 + 2 * n, 2);
}

// At least two digits.
constexpr char* write_two_or_more(char* out, std::uint64_t n) noexcept {
  return n < 100 ? write_two(out, static_cast<unsigned>(n))
                 : write_decimal(out, n);
}

/// At least four digits. A year before 0 has a minus, and one of more than
/// four digits a plus, without which ISO 8601 has no such year: -0001, 2026,
/// +12024.
constexpr char* write_year(char* out, std::int64_t year) noexcept {
  if (RILL_LIKELY(static_cast<std::uint64_t>(year) < 10000)) {
    auto const number = static_cast<unsigned>(year);
    return write_two(write_two(out, number / 100), number % 100);
  }
  *out++ = year < 0 ? '-' : '+';
  std::uint64_t const size = magnitude(year);
  if (size < 10000) return write_year(out, static_cast<std::int64_t>(size));
  return write_decimal(out, size);
}

constexpr char* write_date(char* out, civil_date date) noexcept {
  out = write_year(out, date.year);
  *out++ = '-';
  out = write_two_or_more(out, date.month);
  *out++ = '-';
  return write_two_or_more(out, date.day);
}

// "21:34:22", of seconds of a day.
constexpr char* write_time_of_day(char* out, unsigned second) noexcept {
  out = write_two(out, second / 3600);
  *out++ = ':';
  out = write_two(out, second / 60 % 60);
  *out++ = ':';
  return write_two(out, second % 60);
}

// ".125", or nothing where there are no digits.
constexpr char* write_fraction(char* out, std::uint64_t fraction,
                               unsigned digits) noexcept {
  if (digits == 0) return out;
  *out = '.';
  char* const end = out + 1 + digits;
  char* at = end;
  for (; digits > 9; --digits, fraction /= 10)
    *--at = static_cast<char>('0' + fraction % 10);
  // Below 10^9: divisions of 32 bits.
  auto rest = static_cast<std::uint32_t>(fraction);
  for (; digits >= 2; digits -= 2, rest /= 100) write_two(at -= 2, rest % 100);
  if (digits != 0) *--at = static_cast<char>('0' + rest);
  return end;
}

// The bytes that write_moment may touch: 20 of the year, "-12-31T23:59:59",
// 24 of the decimals, "+23:59:59".
inline constexpr std::size_t moment_room = 80;

/// "2026-11-21T21:34:22.5".
constexpr char* write_moment(char* out, moment const& at) noexcept {
  out = write_date(out, to_civil(at.days));
  *out++ = 'T';
  out = write_time_of_day(out, static_cast<unsigned>(at.second));
  return write_fraction(out, at.fraction, at.digits);
}

/// "+01:00", of seconds; those that are no whole minutes follow as ":30".
constexpr char* write_offset(char* out, std::int64_t offset) noexcept {
  *out++ = offset < 0 ? '-' : '+';
  auto const size = static_cast<unsigned>(magnitude(offset));
  char* const end = write_time_of_day(out, size);
  return size % 60 == 0 ? end - 3 : end;
}

// The parts of dates as the standard's operator<< has them, but for the plus of
// long years: English names of three letters, and a sentence for a value that
// is no such part. Each writes at most 32 bytes.
inline constexpr char month_letters[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
inline constexpr char weekday_letters[] = "SunMonTueWedThuFriSat";

constexpr char* write_text(char* out, text what) noexcept {
  return copy_bytes(out, what.data, what.size);
}

constexpr char* write_day_part(char* out, unsigned day,
                               bool is_valid) noexcept {
  out = write_two_or_more(out, day);
  return is_valid ? out : write_text(out, " is not a valid day");
}

constexpr char* write_month_part(char* out, unsigned month) noexcept {
  if (month - 1 < 12)
    return copy_bytes(out, month_letters + 3 * (month - 1), 3);
  return write_text(write_decimal(out, month), " is not a valid month");
}

constexpr char* write_weekday_part(char* out, unsigned weekday) noexcept {
  if (weekday < 7) return copy_bytes(out, weekday_letters + 3 * weekday, 3);
  return write_text(write_decimal(out, weekday), " is not a valid weekday");
}

constexpr char* write_year_part(char* out, std::int64_t year,
                                bool is_valid) noexcept {
  out = write_year(out, year);
  return is_valid ? out : write_text(out, " is not a valid year");
}

// "[3]", behind a day of the week.
constexpr char* write_index_part(char* out, unsigned index) noexcept {
  *out++ = '[';
  out = write_decimal(out, index);
  if (index - 1 >= 5) out = write_text(out, " is not a valid index");
  *out++ = ']';
  return out;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
