// rill/scan/time_text.h: dates, times of day and durations out of a reader,
// as numbers.
//
// Floor 5. Nothing is taken: a form is followed byte by byte, and asks the
// device only while it can go on. Dates are those of ISO 8601, extended
// (2026-11-21T21:34:22.5+01:00) and basic (20261121T213422Z), also by the week
// (2026-W47-6) and by the day of the year (2026-325); a blank may stand for
// the T of a time with a colon. A second 60 and an hour 24 are refused: no
// clock of the standard library has a place for them. Tests:
// test/scan/time_test.cpp, test/scan/week_date_test.cpp.
#ifndef RILL_SCAN_TIME_TEXT_H
#define RILL_SCAN_TIME_TEXT_H

#include "../base/ascii.h"
#include "../number/moment_count.h"
#include "../number/week_date.h"
#include "../shape/time.h"
#include "item.h"

namespace rill::inline RILL_BUILD::detail {

#if RILL_INT128
using widest_magnitude = uint128;
#else
using widest_magnitude = std::uint64_t;
#endif

// The text at a reader's cursor, looked at from its beginning on.
class text_ahead {
 public:
  explicit text_ahead(reader& in) noexcept
      : in_(in), at_(in.cursor()), end_(in.end()) {}

  // The next byte; 0 at the end.
  char peek() {
    if (RILL_LIKELY(at_ != end_)) return *at_;
    return peek_further();
  }
  bool has_digit() { return is_digit(peek()); }
  void pass() noexcept { ++at_; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool take_either(char a, char b) { return take(a) || take(b); }
  bool take(text word) {
    std::size_t const start = place();
    for (char c : word)
      if (!take(c)) return back_to(start);
    return true;
  }
  /// Exactly two digits, of a number below `limit`.
  bool take_two(unsigned& n, unsigned limit) {
    return take_digits<2>(n, limit);
  }
  /// Exactly `Count` digits, of a number below `limit`.
  template <int Count>
  bool take_digits(unsigned& n, unsigned limit) {
    std::size_t const start = place();
    n = 0;
    for (int i = 0; i != Count; ++i, ++at_) {
      char const c = peek();
      if (!is_digit(c)) return back_to(start);
      n = n * 10 + static_cast<unsigned>(c - '0');
    }
    return n < limit || back_to(start);
  }

  std::size_t place() const noexcept {
    return static_cast<std::size_t>(at_ - in_.cursor());
  }
  bool back_to(std::size_t place) noexcept {
    at_ = in_.cursor() + place;
    return false;
  }
  /// The bytes from a place on.
  text since(std::size_t start) const noexcept {
    return {in_.cursor() + start, place() - start};
  }
  /// Takes what was passed, unless the device failed before all was seen that
  /// could belong to it.
  bool finish() {
    if (is_at_end_ && in_.error()) return false;
    in_.advance_to(at_);
    return true;
  }

 private:
  // The bytes may move.
  [[gnu::noinline]] char peek_further() {
    std::size_t const passed = place();
    while (in_.available() == passed)
      if (!in_.more()) {
        is_at_end_ = true;
        break;
      }
    at_ = in_.cursor() + passed;
    end_ = in_.end();
    return at_ != end_ ? *at_ : '\0';
  }

  reader& in_;
  char const* at_;
  char const* end_;
  bool is_at_end_ = false;
};

/// Digits, as a number; more than 18 that count are too many.
inline form_problem take_number(text_ahead& from, std::int64_t& n,
                                int& digits) {
  n = 0;
  form_problem how = form_problem::none;
  digits = 0;
  for (char c = from.peek(); is_digit(c); c = from.peek(), ++digits) {
    if (n >= 100'000'000'000'000'000) how = form_problem::too_far;
    if (how == form_problem::none) n = n * 10 + (c - '0');
    from.pass();
  }
  return digits == 0 ? form_problem::malformed : how;
}

/// ".125" or ",125" behind a second. Of the decimals behind the 18th only
/// zeros are exact.
inline form_problem take_fraction(text_ahead& from, moment& to) {
  to.fraction = 0;
  to.digits = 0;
  std::size_t const start = from.place();
  if (!from.take_either('.', ',')) return form_problem::none;
  if (!from.has_digit()) {
    from.back_to(start);
    return form_problem::none;
  }
  form_problem how = form_problem::none;
  for (char c = from.peek(); is_digit(c); c = from.peek()) {
    auto const digit = static_cast<unsigned>(c - '0');
    from.pass();
    if (to.digits < 18) {
      to.fraction = to.fraction * 10 + digit;
      ++to.digits;
    } else if (digit != 0) {
      how = form_problem::inexact;
    }
  }
  return how;
}

// A date by the week or by the day of the year, from what follows the year on:
// Www-D and DDD, or without hyphens WwwD and DDD.
[[gnu::noinline, gnu::cold]] inline form_problem take_rare_date(
    text_ahead& from, std::int64_t year, bool is_extended, civil_date& to) {
  std::int64_t days = 0;
  bool fits = false;
  if (from.take('W')) {
    week_date date{year, 0, 0};
    if (!from.take_two(date.week, 54) || (is_extended && !from.take('-')) ||
        !from.take_digits<1>(date.day, 8) || !is_week_date(date))
      return form_problem::malformed;
    fits = week_date_to_days(date, days);
  } else {
    ordinal_date date{year, 0};
    if (!from.take_digits<3>(date.day, 367) || !is_ordinal_date(date))
      return form_problem::malformed;
    fits = ordinal_date_to_days(date, days);
  }
  if (from.has_digit()) return form_problem::malformed;
  to = to_civil(days);
  return fits ? form_problem::none : form_problem::too_far;
}

/// [-|+]YYYY and -MM-DD, -Www-D or -DDD; or YYYY and MMDD, WwwD or DDD, where
/// the year has four digits and no sign. The date exists in the calendar.
inline form_problem take_date(text_ahead& from, civil_date& to) {
  bool const is_negative = from.peek() == '-';
  bool const has_sign = from.take_either('-', '+');
  std::size_t const start = from.place();
  int digits = 0;
  std::int64_t number = 0;
  form_problem how = take_number(from, number, digits);
  if (digits < 4) return form_problem::malformed;
  bool const is_extended = from.take('-');
  std::size_t const behind_year = is_extended ? from.place() : start + 4;
  bool is_rare = false;
  to.year = is_negative ? -number : number;
  if (is_extended) {
    is_rare = !from.take_two(to.month, 13) || !from.take('-') ||
              !from.take_two(to.day, 32) || from.has_digit();
  } else if (has_sign) {
    return form_problem::malformed;
  } else if (digits == 8) {
    to = {number / 10000, static_cast<unsigned>(number / 100 % 100),
          static_cast<unsigned>(number % 100)};
  } else {
    is_rare = true;
    to.year = digits == 4 ? number : number / 1000;
  }
  if (is_rare) {
    from.back_to(behind_year);
    form_problem const rare = take_rare_date(from, to.year, is_extended, to);
    return how == form_problem::none || rare == form_problem::malformed ? rare
                                                                        : how;
  }
  if (how == form_problem::none && !is_date(to)) how = form_problem::malformed;
  return how;
}

/// HH[:MM[:SS[.fraction]]] or HHMM[SS[.fraction]].
inline form_problem take_time_of_day(text_ahead& from, moment& to) {
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
  to.fraction = 0;
  to.digits = 0;
  form_problem how = form_problem::none;
  if (!from.take_two(hour, 24)) return form_problem::malformed;
  bool const is_extended = from.peek() == ':';
  // Behind a colon that is followed by no digit, something else begins.
  auto const next = [&](unsigned& n, bool& has_it) {
    std::size_t const start = from.place();
    has_it = false;
    if (is_extended && !from.take(':')) return true;
    if (!from.has_digit()) {
      from.back_to(start);
      return true;
    }
    has_it = true;
    return from.take_two(n, 60);
  };
  bool has_minute = false;
  bool has_second = false;
  if (!next(minute, has_minute)) return form_problem::malformed;
  if (has_minute && !next(second, has_second)) return form_problem::malformed;
  if (from.has_digit()) return form_problem::malformed;
  if (has_second) how = take_fraction(from, to);
  to.second = hour * 3600 + minute * 60 + second;
  return how;
}

/// Z, or +HH[:MM[:SS]], or +HHMM; nothing is UTC.
inline form_problem take_offset(text_ahead& from, std::int64_t& offset) {
  offset = 0;
  if (from.take_either('Z', 'z')) return form_problem::none;
  bool const is_negative = from.peek() == '-';
  if (!from.take_either('-', '+')) return form_problem::none;
  moment distance;
  form_problem const how = take_time_of_day(from, distance);
  if (how != form_problem::none || distance.digits != 0)
    return form_problem::malformed;
  offset = is_negative ? -distance.second : distance.second;
  return how;
}

// Whether a time of day follows a date: a T with a digit, or a blank with
// "HH:". Passes the one or the other.
inline bool begins_time(text_ahead& from) {
  std::size_t const start = from.place();
  if (from.take_either('T', 't'))
    return from.has_digit() || from.back_to(start);
  unsigned hour = 0;
  if (!from.take(' ')) return false;
  std::size_t const behind = from.place();
  bool const has_hour = from.take_two(hour, 100) && from.peek() == ':';
  from.back_to(has_hour ? behind : start);
  return has_hour;
}

/// A date, with what follows of time and zone as far as it is asked for.
enum class zone_rule : unsigned char { date_only, local, utc };

inline form_problem take_moment(text_ahead& from, zone_rule rule, moment& to) {
  civil_date date{};
  to = {};
  form_problem const how = take_date(from, date);
  if (how == form_problem::malformed) return how;
  if (!to_days(date, to.days)) return form_problem::too_far;
  if (how != form_problem::none || rule == zone_rule::date_only) return how;
  if (!begins_time(from)) return how;
  form_problem const exact = take_time_of_day(from, to);
  if (exact == form_problem::malformed) return exact;
  std::int64_t offset = 0;
  if (rule == zone_rule::utc &&
      take_offset(from, offset) == form_problem::malformed)
    return form_problem::malformed;
  return add_seconds(to, -offset) ? exact : form_problem::too_far;
}

// A unit of time of num / den seconds.
struct unit_size {
  std::int64_t num, den;
};
inline constexpr unit_size named_units[] = {
    {1, 1},
    {1, 1000},
    {1, 1000000},
    {1, 1000000000},
    {60, 1},
    {3600, 1},
    {86400, 1},
    {1, 1000000000000},
    {1, 1000000000000000},
    {1, 1000000000000000000},
    {1, 100},
    {1, 10},
    {10, 1},
    {100, 1},
    {1000, 1},
    {1000000, 1},
    {1000000000, 1},
    {1000000000000, 1},
    {1000000000000000, 1},
    {1000000000000000000, 1},
};

/// A unit of time by its name, `[num]s` or `[num/den]s`; num is 0 where there
/// is none.
inline unit_size take_unit(text_ahead& from) {
  std::size_t const start = from.place();
  if (from.take('[')) {
    unit_size unit{0, 1};
    int digits = 0;
    bool const is_whole =
        take_number(from, unit.num, digits) == form_problem::none &&
        (!from.take('/') ||
         take_number(from, unit.den, digits) == form_problem::none) &&
        from.take({"]s", 2});
    if (is_whole && unit.num != 0 && unit.den != 0) return unit;
    from.back_to(start);
    return {0, 1};
  }
  // The micro sign, and the Greek letter.
  if (from.take("\xC2\xB5s") || from.take("\xCE\xBCs")) return {1, 1000000};
  for (char c = from.peek(); (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
       c = from.peek())
    from.pass();
  text const name = from.since(start);
  if (name == "w") return {604800, 1};
  for (unit_size const& unit : named_units)
    if (name == name_of_unit(unit.num, unit.den)) return unit;
  from.back_to(start);
  return {0, 1};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
