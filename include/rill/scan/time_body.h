// rill/scan/time_body.h: the bodies of time.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_TIME_BODY_H
#define RILL_SCAN_TIME_BODY_H

#include "time.h"

#include "../number/calendar.h"
#include "../shape/standard_types.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE form_problem take_number(text_ahead& from, std::int64_t& n,
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

RILL_CORE form_problem take_fraction(text_ahead& from, moment& to) {
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

RILL_CORE form_problem take_week_date(text_ahead& from, std::int64_t year,
                                      bool is_extended, std::int64_t& days) {
  week_date date{year, 0, 0};
  form_problem how = from.take_part<2>(date.week, 54, form_problem::week);
  if (how == form_problem::none && is_extended && !from.take('-'))
    how = form_problem::malformed;
  if (how == form_problem::none)
    how = from.take_part<1>(date.day, 8, form_problem::day_of_week);
  if (how != form_problem::none) return how;
  if (date.day == 0) return form_problem::day_of_week;
  if (!is_week_date(date)) return form_problem::week;
  return week_date_to_days(date, days) ? form_problem::none
                                       : form_problem::too_far;
}

RILL_CORE form_problem take_ordinal_date(text_ahead& from, std::int64_t year,
                                         std::int64_t& days) {
  ordinal_date date{year, 0};
  form_problem const how =
      from.take_part<3>(date.day, 367, form_problem::day_of_year);
  if (how != form_problem::none) return how;
  if (!is_ordinal_date(date)) return form_problem::day_of_year;
  return ordinal_date_to_days(date, days) ? form_problem::none
                                          : form_problem::too_far;
}

[[gnu::noinline, gnu::cold]] RILL_CORE form_problem take_rare_date(
    text_ahead& from, std::int64_t year, bool is_extended, civil_date& to) {
  std::int64_t days = 0;
  form_problem const how = from.take('W')
                               ? take_week_date(from, year, is_extended, days)
                               : take_ordinal_date(from, year, days);
  if (is_malformed(how)) return how;
  if (from.has_digit()) return form_problem::malformed;
  to = to_civil(days);
  return how;
}

RILL_CORE bool take_month_and_day(text_ahead& from, civil_date& to) {
  return from.take_two(to.month, 100) && from.take('-') &&
         from.take_two(to.day, 100) && !from.has_digit();
}

RILL_CORE form_problem problem_of(civil_date date) noexcept {
  if (is_date(date)) return form_problem::none;
  date.day = 1;
  return is_date(date) ? form_problem::day_of_month : form_problem::month;
}

RILL_CORE form_problem take_date(text_ahead& from, civil_date& to) {
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
    is_rare = !take_month_and_day(from, to);
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
    return how == form_problem::none || is_malformed(rare) ? rare : how;
  }
  return how == form_problem::none ? problem_of(to) : how;
}

RILL_CORE form_problem take_time_of_day(text_ahead& from, moment& to) {
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
  to.fraction = 0;
  to.digits = 0;
  form_problem how = from.take_part<2>(hour, 24, form_problem::hour);
  if (how != form_problem::none) return how;
  bool const is_extended = from.peek() == ':';
  // A colon without a digit behind it belongs to the text that follows.
  auto const has_next = [&] {
    std::size_t const start = from.place();
    return (!is_extended || from.take(':')) &&
           (from.has_digit() || from.back_to(start));
  };
  bool const has_minute = has_next();
  if (has_minute) how = from.take_part<2>(minute, 60, form_problem::minute);
  if (how != form_problem::none) return how;
  bool const has_second = has_minute && has_next();
  if (has_second) how = from.take_part<2>(second, 60, form_problem::second);
  if (how != form_problem::none) return how;
  if (from.has_digit()) return form_problem::malformed;
  if (has_second) how = take_fraction(from, to);
  to.second = hour * 3600 + minute * 60 + second;
  return how;
}

RILL_CORE form_problem take_offset(text_ahead& from, std::int64_t& offset) {
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

RILL_CORE bool begins_time(text_ahead& from) {
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

RILL_CORE form_problem take_moment(text_ahead& from, zone_rule rule,
                                   moment& to) {
  civil_date date{};
  to = {};
  form_problem const how = take_date(from, date);
  if (is_malformed(how)) return how;
  if (!to_days(date, to.days)) return form_problem::too_far;
  if (how != form_problem::none || rule == zone_rule::date_only) return how;
  if (!begins_time(from)) return how;
  form_problem const exact = take_time_of_day(from, to);
  if (is_malformed(exact)) return exact;
  std::int64_t offset = 0;
  if (rule == zone_rule::utc &&
      take_offset(from, offset) == form_problem::malformed)
    return form_problem::malformed;
  return add_seconds(to, -offset) ? exact : form_problem::too_far;
}

RILL_CORE unit_size take_unit(text_ahead& from) {
  std::size_t const start = from.place();
  if (from.take('[')) {
    unit_size unit{0, 1};
    int digits = 0;
    bool const is_whole =
        take_number(from, unit.num, digits) == form_problem::none &&
        (!from.take('/') ||
         take_number(from, unit.den, digits) == form_problem::none) &&
        from.take("]s");
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

[[gnu::cold, gnu::noinline]] RILL_CORE text words_of_part(form_problem part) {
  switch (part) {
    case form_problem::month:
      return "a month between 01 and 12";
    case form_problem::day_of_month:
      return "a day that its month has";
    case form_problem::hour:
      return "an hour between 00 and 23";
    case form_problem::minute:
      return "a minute between 00 and 59";
    case form_problem::second:
      return "a second between 00 and 59";
    case form_problem::week:
      return "a week that its year has";
    case form_problem::day_of_week:
      return "a day of the week between 1 and 7";
    default:
      return "a day that its year has";
  }
}

RILL_CORE scan_status finish_form(text_ahead& from, form_problem how,
                                  text words, text whole_units,
                                  text& expected) {
  if (how > form_problem::too_far) {
    expected = words_of_part(how);
    return scan_problem::out_of_range;
  }
  expected = how == form_problem::inexact ? whole_units : words;
  if (how == form_problem::too_far) return scan_problem::out_of_range;
  if (how != form_problem::none || !from.finish())
    return scan_problem::malformed;
  return scan_ok;
}

RILL_CORE form_problem take_decimal(text_ahead& from, decimal_count& to) {
  to = {};
  if (!from.has_digit()) return form_problem::malformed;
  form_problem how = form_problem::none;
  bool is_behind = false;
  int zeros = 0;  // trailing zeros of the decimals, not yet counted
  for (;; from.pass()) {
    char const c = from.peek();
    if (c == '.' && !is_behind) {
      is_behind = true;
      continue;
    }
    if (!is_digit(c)) return how;
    zeros = is_behind && c == '0' ? zeros + 1 : zeros;
    if (is_behind && c == '0') continue;
    for (int more = is_behind ? zeros + 1 : 1; more != 0; --more)
      if (__builtin_mul_overflow(to.digits, widest_magnitude{10}, &to.digits))
        how = is_behind ? form_problem::inexact : form_problem::too_far;
    if (is_behind) to.decimals += zeros + 1;
    zeros = 0;
    auto const digit = static_cast<widest_magnitude>(c - '0');
    if (__builtin_add_overflow(to.digits, digit, &to.digits))
      how = is_behind ? form_problem::inexact : form_problem::too_far;
    if (how != form_problem::none) to = {};
  }
}

RILL_CORE widest_magnitude greatest_divisor_of(widest_magnitude a,
                                               widest_magnitude b) noexcept {
  while (b != 0) {
    widest_magnitude const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

RILL_CORE bool multiply_over(widest_magnitude& product, widest_magnitude factor,
                             widest_magnitude& divisor) noexcept {
  widest_magnitude const common = greatest_divisor_of(factor, divisor);
  divisor /= common;
  return !__builtin_mul_overflow(product, factor / common, &product);
}

RILL_CORE form_problem add_fraction(widest_magnitude rest,
                                    widest_magnitude divisor, exact_sum& sum) {
  if (rest == 0) return form_problem::none;
  widest_magnitude const common = greatest_divisor_of(sum.divisor, divisor);
  widest_magnitude const factor = sum.divisor / common;
  sum.rest *= divisor / common;
  if (__builtin_mul_overflow(factor, divisor, &sum.divisor))
    return form_problem::inexact;
  rest *= factor;
  // Both are less than the divisor; their sum may overflow.
  bool const is_carried = sum.rest >= sum.divisor - rest;
  if (is_carried)
    sum.rest -= sum.divisor - rest;
  else
    sum.rest += rest;
  widest_magnitude const more = greatest_divisor_of(sum.rest, sum.divisor);
  sum.rest /= more;
  sum.divisor /= more;
  return __builtin_add_overflow(sum.whole, widest_magnitude{is_carried},
                                &sum.whole)
             ? form_problem::too_far
             : form_problem::none;
}

RILL_CORE form_problem add_count(decimal_count const& count,
                                 unit_size const& unit, std::int64_t num,
                                 std::int64_t den, exact_sum& sum) {
  auto const wide = [](std::int64_t n) {
    return static_cast<widest_magnitude>(n);
  };
  widest_magnitude divisor = wide(num);
  if (__builtin_mul_overflow(divisor, wide(unit.den), &divisor))
    return form_problem::inexact;
  for (int i = 0; i != count.decimals; ++i)
    if (__builtin_mul_overflow(divisor, widest_magnitude{10}, &divisor))
      return form_problem::inexact;
  widest_magnitude product = 1;
  bool const fits = multiply_over(product, count.digits, divisor) &&
                    multiply_over(product, wide(unit.num), divisor) &&
                    multiply_over(product, wide(den), divisor);
  if (!fits) return form_problem::too_far;
  if (__builtin_add_overflow(sum.whole, product / divisor, &sum.whole))
    return form_problem::too_far;
  return add_fraction(product % divisor, divisor, sum);
}

RILL_CORE form_problem take_duration(text_ahead& from, std::int64_t num,
                                     std::int64_t den, widest_magnitude& sum) {
  decimal_count count;
  exact_sum exact;
  form_problem const how = take_parts(
      from, [&](text_ahead& at) { return take_decimal(at, count); },
      [&](unit_size const& unit) {
        return add_count(count, unit, num, den, exact);
      });
  sum = exact.whole;
  return how == form_problem::none && exact.rest != 0 ? form_problem::inexact
                                                      : how;
}

RILL_CORE form_problem take_floating(text_ahead& from) {
  if (from.take("inf") || from.take("nan")) return form_problem::none;
  std::size_t const start = from.place();
  auto const digits = [&] {
    while (from.has_digit()) from.pass();
  };
  digits();
  if (from.place() == start) return form_problem::malformed;
  if (from.take('.')) digits();
  std::size_t const whole = from.place();
  if (from.take('e')) {
    if (!from.take('-')) from.take('+');
    std::size_t const exponent = from.place();
    digits();
    if (from.place() == exponent) from.back_to(whole);
  }
  return form_problem::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
