// rill/number/calendar.h: dates, weeks and points in time of the Gregorian
// calendar, as numbers and as text.
//
// Layer 2. Tests: test/number/calendar_test.cpp,
// test/number/week_date_test.cpp, test/number/moment_test.cpp.
#ifndef RILL_NUMBER_CALENDAR_H
#define RILL_NUMBER_CALENDAR_H

#include "../base/text.h"
#include "decimal.h"
#include "shortest.h"

// Days as dates of the Gregorian calendar, and points in time as the text of
// ISO 8601.
//
// Pure, constexpr, no allocation. The calendar has no limit in either
// direction, and a year 0 before 1, as in ISO 8601. Source of the arithmetic:
// C. Neri and L. Schneider, "Euclidean affine functions and their application
// to calendar algorithms", 2022.

namespace rill::inline RILL_BUILD::detail {

inline constexpr std::int64_t seconds_of_day = 86400;

struct civil_date {
  std::int64_t year;
  unsigned month, day;
};

// The days of 400 years, after which the calendar repeats itself.
inline constexpr std::int64_t days_of_cycle = 146097;
// The days from 0000-03-01, where the years of the arithmetic begin, to
// 1970-01-01.
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

/// Returns the date `days_after_1970` days after 1970-01-01. Every argument has
/// a date.
constexpr civil_date to_civil(std::int64_t days_after_1970) noexcept {
  auto [cycle, days] = floor_divide(days_after_1970, days_of_cycle);
  days += days_before_1970 % days_of_cycle;
  cycle += days_before_1970 / days_of_cycle;
  if (days >= days_of_cycle) {
    days -= days_of_cycle;
    ++cycle;
  }
  // Years begin in March, so that a leap day is the last day of its year.
  auto const quarters = static_cast<std::uint32_t>(4 * days + 3);
  std::uint32_t const century = quarters / 146097;
  std::uint32_t const in_century = quarters % 146097 / 4;
  // 2939745 is 2^32 / 1461, rounded up: the upper half of the product is the
  // year of the century, the lower half the fraction of that year.
  std::uint64_t const scaled = std::uint64_t{2939745} * (4 * in_century + 3);
  auto const year = static_cast<std::uint32_t>(scaled >> 32);
  std::uint32_t const day_of_year =
      static_cast<std::uint32_t>(scaled) / 2939745 / 4;
  // 2141 / 2^16 is about 1 / 30.6, for months of 31, 30, 31, 30, 31 days.
  std::uint32_t const at = 2141 * day_of_year + 197913;
  bool const is_next_year = day_of_year >= 306;
  return {cycle * 400 + century * 100 + year + is_next_year,
          (at >> 16) - (is_next_year ? 12 : 0), (at & 65535) / 2141 + 1};
}

/// The inverse of to_civil. Returns false when the number of days overflows.
/// Requires: a month of 1 to 12.
constexpr bool to_days(civil_date date, std::int64_t& days) noexcept {
  bool const is_last_year = date.month < 3;
  if (__builtin_sub_overflow(date.year, is_last_year, &date.year)) return false;
  auto const [cycle, year] = floor_divide(date.year, std::int64_t{400});
  unsigned const month = date.month + (is_last_year ? 12 : 0);
  // 979 / 32 is 30.6 days for each month from March on.
  std::int64_t const before_month = (979 * month - 2919) >> 5;
  // The days before 1970 are nearly five cycles. These are subtracted before
  // the product and added after it. So the product is no further from 0 than
  // the sum, and overflows only when the sum does.
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

/// A point in time: a day after 1970-01-01, a second of that day, and a
/// fraction of that second with `digits` decimals.
struct moment {
  std::int64_t days = 0;
  std::int64_t second = 0;     // 0 to 86399
  std::uint64_t fraction = 0;  // below 10^digits
  unsigned digits = 0;         // at most 18
};

/// Adds seconds, which may be more than a day. Returns false when the day
/// overflows.
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

// Requires n < 100.
constexpr char* write_two(char* out, unsigned n) noexcept {
  return copy_bytes(out, numbers_below_100 + 2 * n, 2);
}

// Writes at least two digits.
constexpr char* write_two_or_more(char* out, std::uint64_t n) noexcept {
  return n < 100 ? write_two(out, static_cast<unsigned>(n))
                 : write_decimal(out, n);
}

/// Writes at least four digits. ISO 8601 requires a minus before negative
/// years, and a plus before years of more than four digits: -0001, 2026,
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

// Writes a second of the day as "21:34:22".
constexpr char* write_time_of_day(char* out, unsigned second) noexcept {
  out = write_two(out, second / 3600);
  *out++ = ':';
  out = write_two(out, second / 60 % 60);
  *out++ = ':';
  return write_two(out, second % 60);
}

// Writes ".125"; nothing when `digits` is 0.
constexpr char* write_fraction(char* out, std::uint64_t fraction,
                               unsigned digits) noexcept {
  if (digits == 0) return out;
  *out = '.';
  char* const end = out + 1 + digits;
  char* at = end;
  for (; digits > 9; --digits, fraction /= 10)
    *--at = static_cast<char>('0' + fraction % 10);
  // Below 10^9, 32-bit divisions suffice.
  auto rest = static_cast<std::uint32_t>(fraction);
  for (; digits >= 2; digits -= 2, rest /= 100) write_two(at -= 2, rest % 100);
  if (digits != 0) *--at = static_cast<char>('0' + rest);
  return end;
}

// The bytes that write_moment and write_offset may touch: 20 for the year,
// "-12-31T23:59:59", 24 for the decimals, "+23:59:59".
inline constexpr std::size_t moment_room = 80;

/// Writes "2026-11-21T21:34:22.5".
constexpr char* write_moment(char* out, moment const& at) noexcept {
  out = write_date(out, to_civil(at.days));
  *out++ = 'T';
  out = write_time_of_day(out, static_cast<unsigned>(at.second));
  return write_fraction(out, at.fraction, at.digits);
}

/// Writes an offset in seconds as "+01:00"; seconds beyond whole minutes follow
/// as ":30".
constexpr char* write_offset(char* out, std::int64_t offset) noexcept {
  *out++ = offset < 0 ? '-' : '+';
  auto const size = static_cast<unsigned>(magnitude(offset));
  char* const end = write_time_of_day(out, size);
  return size % 60 == 0 ? end - 3 : end;
}

// Writes the parts of dates as the standard's operator<< does: English names of
// three letters, and a sentence for an invalid value. Only long years differ,
// because they have a plus. Each function writes at most 32 bytes.
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

// Writes "[3]", which follows a day of the week.
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

/// Returns 0 for Monday to 6 for Sunday.
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

/// Sets the days after 1970-01-01. Returns false when they overflow. Requires:
/// is_week_date(date).
constexpr bool week_date_to_days(week_date date, std::int64_t& days) noexcept {
  // January 4 is always in week 1.
  if (!to_days(civil_date{date.year, 1, 4}, days)) return false;
  std::int64_t const since =
      std::int64_t{7} * (date.week - 1) + (date.day - 1) - weekday_of(days);
  return !__builtin_add_overflow(days, since, &days);
}
/// As week_date_to_days. Requires: is_ordinal_date(date).
constexpr bool ordinal_date_to_days(ordinal_date date,
                                    std::int64_t& days) noexcept {
  return to_days(civil_date{date.year, 1, 1}, days) &&
         !__builtin_add_overflow(days, date.day - 1, &days);
}

// Counts of a unit of time as points in time, and back.
//
// Pure, constexpr, no allocation. Covers the whole range of every type, except
// counts whose days do not fit in 64 bits.

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

/// The number of decimals of 1 / den seconds; 6 when there are more than 18, or
/// infinitely many.
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
  // A unit whose arithmetic does not fit in 64 bits has no calendar.
  static constexpr bool has_calendar =
      Num <= most / seconds_of_day && Num <= most / Den &&
      (power % Den == 0 || Den <= most / power);
};

/// Sets `to` to `count` units after 1970-01-01. Returns false when the result
/// is out of range.
template <std::int64_t Num, std::int64_t Den, integer Count>
constexpr bool to_moment(Count count, moment& to) noexcept {
  using unit = time_unit<Num, Den>;
  if constexpr (!unit::has_calendar) {
    return false;
  } else if constexpr (sizeof(Count) < sizeof(std::int64_t)) {
    return to_moment<Num, Den>(static_cast<std::int64_t>(count), to);
  } else {
    // Splits the count into multiples of Num seconds and a rest in units of
    // 1 / Den seconds.
    auto const parts = floor_divide(count, static_cast<Count>(Den));
    auto const rest = static_cast<std::int64_t>(parts.rest) * Num;
    // The least number of units of Num seconds that makes whole days.
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

// The digits of a number's shortest text, and the position of their point.
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

/// Converts `seconds` * 10^-shift, where `seconds` is the decimal value of its
/// shortest text. Decimals after the 18th are cut off. Returns false for
/// infinity, nan and more than 10^18 seconds.
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

// Returns shift for a unit of 10^-shift seconds; otherwise -1.
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

// Points in time as counts of a unit.
//
// Pure, constexpr, no allocation. Only scanning needs it.

#if RILL_INT128
using widest_count = int128;
#else
using widest_count = std::int64_t;
#endif

/// Why a text or a moment cannot become a value. too_far: more units than the
/// type can count; inexact: not a whole number of units; from `month` on:
/// malformed, because this part is out of its range.
enum class form_problem : unsigned char {
  // clang-format off
  none, malformed, inexact, too_far,
  month, day_of_month, hour, minute, second, week, day_of_week, day_of_year
  // clang-format on
};

/// The inverse of to_moment: how many units of Num / Den seconds.
template <std::int64_t Num, std::int64_t Den, integer Count>
constexpr form_problem to_count(moment const& at, Count& count) noexcept {
  using unit = time_unit<Num, Den>;
  if constexpr (!unit::has_calendar) return form_problem::too_far;
  if (at.digits == unit::digits && Num == 1 && unit::power == Den) {
    // The usual case: 64 bits, and no division.
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
  // Rounds towards zero, so that no intermediate result is further from 0 than
  // the final one.
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
