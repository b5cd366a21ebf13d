// rill/number/calendar.h: days as dates of the Gregorian calendar, weeks, and
// moments as the clock and the calendar name them.
//
// Layer 2. Tests: test/number/calendar_test.cpp,
// test/number/week_date_test.cpp, test/number/moment_test.cpp.
#ifndef RILL_NUMBER_CALENDAR_H
#define RILL_NUMBER_CALENDAR_H

#include "../base/text.h"
#include "decimal.h"
#include "shortest.h"

// Days as dates of the Gregorian calendar, and moments as the text of ISO
// 8601.
//
// Pure, constexpr, no allocation. The calendar goes on for ever in both
// directions, with a year 0 before 1, as ISO 8601 has it. Source of the
// arithmetic: C. Neri and L. Schneider, "Euclidean affine functions and their
// application to calendar algorithms", 2022.

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

// The two other forms of an ISO 8601 date: year, week and day of the week
// (2024-W05-3), and year and day of the year (2024-035).
//
// Pure, constexpr, no allocation. Only scanning needs it.

/// Weeks begin on Monday, day 1; week 1 has the first Thursday of the year.
struct week_date {
  std::int64_t year;
  unsigned week, day;
};

/// The first day of a year is day 1.
struct ordinal_date {
  std::int64_t year;
  unsigned day;
};

/// 0 is Monday.
constexpr unsigned weekday_of(std::int64_t days_after_1970) noexcept {
  auto const days = floor_divide(days_after_1970, std::int64_t{7}).rest;
  // 1970-01-01 was a Thursday.
  return static_cast<unsigned>(days + 3) % 7;
}

// A year has 53 weeks when it has 53 Thursdays: it begins with one, or is a
// leap year and begins with a Wednesday. A cycle is a whole number of weeks.
static_assert(days_of_cycle % 7 == 0);
constexpr unsigned weeks_of_year(std::int64_t year) noexcept {
  std::int64_t new_year = 0;
  to_days(civil_date{floor_divide(year, std::int64_t{400}).rest, 1, 1},
          new_year);
  unsigned const weekday = weekday_of(new_year);
  return weekday == 3 || (weekday == 2 && is_leap_year(year)) ? 53 : 52;
}

constexpr bool is_week_date(week_date date) noexcept {
  return date.week != 0 && date.week <= weeks_of_year(date.year) &&
         date.day - 1 < 7;
}

constexpr bool is_ordinal_date(ordinal_date date) noexcept {
  return date.day - 1 < (is_leap_year(date.year) ? 366u : 365u);
}

/// The days after 1970-01-01. Returns false where they are too many for a
/// number. Requires: is_week_date(date).
constexpr bool week_date_to_days(week_date date, std::int64_t& days) noexcept {
  // January 4 is always in week 1.
  if (!to_days(civil_date{date.year, 1, 4}, days)) return false;
  std::int64_t const since =
      std::int64_t{7} * (date.week - 1) + (date.day - 1) - weekday_of(days);
  return !__builtin_add_overflow(days, since, &days);
}
/// The same. Requires: is_ordinal_date(date).
constexpr bool ordinal_date_to_days(ordinal_date date,
                                    std::int64_t& days) noexcept {
  return to_days(civil_date{date.year, 1, 1}, days) &&
         !__builtin_add_overflow(days, date.day - 1, &days);
}

// Counts of a unit of time as moments of the calendar, and back.
//
// Pure, constexpr, no allocation; the whole range of every type, where only
// counts whose days are no 64-bit number have no moment.

constexpr std::int64_t greatest_divisor(std::int64_t a,
                                        std::int64_t b) noexcept {
  while (b != 0) {
    std::int64_t const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// The standard's name of a unit of num / den seconds; empty where it has none.
constexpr text name_of_unit(std::int64_t num, std::int64_t den) noexcept {
  if (num != 1 && den != 1) return {};
  switch (num != 1 ? num : -den) {
    case -1:
      return "s";
    case -10:
      return "ds";
    case -100:
      return "cs";
    case -1000:
      return "ms";
    case -1000000:
      return "us";
    case -1000000000:
      return "ns";
    case -1000000000000:
      return "ps";
    case -1000000000000000:
      return "fs";
    case -1000000000000000000:
      return "as";
    case 10:
      return "das";
    case 60:
      return "min";
    case 100:
      return "hs";
    case 1000:
      return "ks";
    case 3600:
      return "h";
    case 86400:
      return "d";
    case 1000000:
      return "Ms";
    case 1000000000:
      return "Gs";
    case 1000000000000:
      return "Ts";
    case 1000000000000000:
      return "Ps";
    case 1000000000000000000:
      return "Es";
    default:
      return {};
  }
}

/// How many decimals a second divided by Den has; 6 where it has no end.
constexpr unsigned decimals_of(std::int64_t den) noexcept {
  std::int64_t power = 1;
  for (unsigned digits = 0; digits <= 18; ++digits, power *= 10) {
    if (power % den == 0) return digits;
    if (digits == 18) break;
  }
  return 6;
}

/// A unit of time: Num / Den seconds, in lowest terms.
template <std::int64_t Num, std::int64_t Den>
struct time_unit {
  static constexpr unsigned digits = decimals_of(Den);
  static constexpr std::int64_t power =
      static_cast<std::int64_t>(powers_of_ten.of[digits]);
  static constexpr std::int64_t most = 9223372036854775807;
  // Odd units whose arithmetic does not fit in 64 bits have no calendar.
  static constexpr bool has_calendar =
      Num <= most / seconds_of_day && Num <= most / Den &&
      (power % Den == 0 || Den <= most / power);
};

/// `count` units after 1970-01-01. Returns false where that is too far away.
template <std::int64_t Num, std::int64_t Den, integer Count>
constexpr bool to_moment(Count count, moment& to) noexcept {
  using unit = time_unit<Num, Den>;
  if constexpr (!unit::has_calendar) {
    return false;
  } else if constexpr (sizeof(Count) < sizeof(std::int64_t)) {
    return to_moment<Num, Den>(static_cast<std::int64_t>(count), to);
  } else {
    // Whole units of Num seconds, and a rest of Den-th parts of one.
    auto const parts = floor_divide(count, static_cast<Count>(Den));
    auto const rest = static_cast<std::int64_t>(parts.rest) * Num;
    // So many of them are days without a rest.
    constexpr std::int64_t common = greatest_divisor(Num, seconds_of_day);
    constexpr auto of_cycle = static_cast<Count>(seconds_of_day / common);
    auto const cycles = floor_divide(parts.quotient, of_cycle);
    auto const units = static_cast<std::int64_t>(cycles.rest);
    if (__builtin_mul_overflow(cycles.quotient, Num / common, &to.days))
      return false;
    std::int64_t const second = units * Num + rest / Den;
    std::int64_t const more = second / seconds_of_day;
    if (__builtin_add_overflow(to.days, more, &to.days)) return false;
    to.second = second - more * seconds_of_day;
    auto const part = static_cast<std::uint64_t>(rest % Den);
    to.digits = unit::digits;
    if constexpr (unit::power % Den == 0)
      to.fraction = part * static_cast<std::uint64_t>(unit::power / Den);
    else
      to.fraction = part * static_cast<std::uint64_t>(unit::power) / Den;
    return true;
  }
}

// The digits of a number's shortest text, and where their point is.
struct decimal_digits_of_text {
  char digits[64] = {};
  int count = 0;
  int point = 0;
  bool is_negative = false;

  constexpr int digit(int place) const noexcept {
    int const at = point + place;
    return at >= 0 && at < count ? digits[at] - '0' : 0;
  }
};

// Returns false for inf and nan.
constexpr bool read_digits(char const* at, char const* end,
                           decimal_digits_of_text& to) noexcept {
  if (at != end && *at == '-') {
    to.is_negative = true;
    ++at;
  }
  bool is_behind = false;
  for (; at != end && *at != 'e'; ++at) {
    if (*at == '.') {
      is_behind = true;
    } else if (*at < '0' || *at > '9') {
      return false;
    } else {
      to.digits[to.count++] = *at;
      to.point += !is_behind;
    }
  }
  if (at == end) return true;
  bool const is_small = *++at == '-';
  if (*at == '-' || *at == '+') ++at;
  int exponent = 0;
  for (; at != end; ++at) exponent = exponent * 10 + (*at - '0');
  to.point += is_small ? -exponent : exponent;
  return true;
}

/// A floating-point number of seconds, times 10^-shift, by the decimals of
/// its shortest text; those behind the 18th are cut off. Returns false for
/// what is no number, and for more than 10^18 seconds.
template <floating Float>
constexpr bool to_moment_of_text(Float seconds, int shift,
                                 moment& to) noexcept {
  char bytes[shortest_size<Float>] = {};
  decimal_digits_of_text text;
  if (!read_digits(bytes, write_shortest(bytes, seconds), text)) return false;
  text.point -= shift;
  if (text.point > 18) return false;
  std::int64_t whole = 0;
  for (int place = -text.point; place < 0; ++place)
    whole = whole * 10 + text.digit(place);
  to.digits =
      static_cast<unsigned>(larger(0, smaller(18, text.count - text.point)));
  to.fraction = 0;
  for (int place = 0; place != static_cast<int>(to.digits); ++place)
    to.fraction = to.fraction * 10 + static_cast<unsigned>(text.digit(place));
  if (text.is_negative) {
    whole = -whole;
    if (to.fraction != 0) {
      whole -= 1;
      to.fraction = powers_of_ten.of[to.digits] - to.fraction;
    }
  }
  auto const parts = floor_divide(whole, seconds_of_day);
  to.days = parts.quotient;
  to.second = parts.rest;
  return true;
}

// Of a unit of 10^-shift seconds: shift; otherwise -1.
constexpr int decimal_shift(std::int64_t num, std::int64_t den) noexcept {
  if (num != 1) return -1;
  int shift = 0;
  for (; den % 10 == 0; den /= 10) ++shift;
  return den == 1 ? shift : -1;
}

template <std::int64_t Num, std::int64_t Den, floating Float>
constexpr bool to_moment(Float count, moment& to) noexcept {
  constexpr int shift = decimal_shift(Num, Den);
  if constexpr (shift >= 0)
    return to_moment_of_text(count, shift, to);
  else
    return to_moment_of_text(
        count * static_cast<Float>(Num) / static_cast<Float>(Den), 0, to);
}

// Moments of the calendar as counts of a unit.
//
// Pure, constexpr, no allocation. Only scanning needs it.

#if RILL_INT128
using widest_count = int128;
#else
using widest_count = std::int64_t;
#endif

/// What keeps a text or a moment from being a value.
enum class form_problem : unsigned char {
  none,
  malformed,
  inexact,  // no whole number of units
  too_far,  // more units than the type can count
};

/// The inverse of to_moment: how many units of Num / Den seconds.
template <std::int64_t Num, std::int64_t Den, integer Count>
constexpr form_problem to_count(moment const& at, Count& count) noexcept {
  using unit = time_unit<Num, Den>;
  if constexpr (!unit::has_calendar) return form_problem::too_far;
  if (at.digits == unit::digits && Num == 1 && unit::power == Den) {
    // The everyday way: 64 bits, and no division.
    std::int64_t sum = 0;
    if (!__builtin_mul_overflow(at.days, seconds_of_day, &sum) &&
        !__builtin_add_overflow(sum, at.second, &sum) &&
        !__builtin_mul_overflow(sum, Den, &sum) &&
        !__builtin_add_overflow(sum, static_cast<std::int64_t>(at.fraction),
                                &sum) &&
        !__builtin_add_overflow(sum, 0, &count))
      return form_problem::none;
  }
  widest_count seconds = 0;
  if (__builtin_mul_overflow(widest_count{at.days}, seconds_of_day, &seconds))
    return form_problem::too_far;
  if (__builtin_add_overflow(seconds, at.second, &seconds))
    return form_problem::too_far;
  // Towards zero, so that nothing on the way is further than the result.
  auto fraction = static_cast<std::int64_t>(at.fraction);
  auto const power = static_cast<std::int64_t>(powers_of_ten.of[at.digits]);
  if (seconds < 0 && fraction != 0) {
    seconds += 1;
    fraction -= power;
  }
  std::int64_t const common = greatest_divisor(Den, power);
  if (fraction % (power / common) != 0) return form_problem::inexact;
  std::int64_t const parts = fraction / (power / common) * (Den / common);
  widest_count sum = 0;
  if (__builtin_mul_overflow(seconds, Den, &sum) ||
      __builtin_add_overflow(sum, parts, &sum))
    return form_problem::too_far;
  if (sum % Num != 0) return form_problem::inexact;
  sum /= Num;
  return __builtin_add_overflow(sum, 0, &count) ? form_problem::too_far
                                                : form_problem::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
