// rill/scan/time.h: durations, points in time and dates, and the texts of their
// errors.
//
// Layer 5. Tests: test/scan/time_test.cpp, test/scan/week_date_test.cpp.
#ifndef RILL_SCAN_TIME_H
#define RILL_SCAN_TIME_H

#include "../base/text.h"
#include "../number/calendar.h"
#include "../number/parse_float.h"
#include "../shape/holder.h"
#include "../shape/standard_types.h"
#include "item.h"
#include "structure.h"

// Dates, times of day and durations from a reader, as numbers.
//
// Takes nothing until finish(): follows a form byte by byte, and calls the
// device only while it can continue. Dates are those of ISO 8601, extended
// (2026-11-21T21:34:22.5+01:00) and basic (20261121T213422Z), also by the week
// (2026-W47-6) and by the day of the year (2026-325). A blank may replace the T
// of a time with a colon. A second 60 and an hour 24 are refused, because the
// clocks of the standard library cannot represent them.

namespace rill::inline RILL_BUILD::detail {

#if RILL_INT128
using widest_magnitude = uint128;
#else
using widest_magnitude = std::uint64_t;
#endif

// A cursor that runs ahead of a reader's cursor.
class text_ahead {
 public:
  explicit text_ahead(reader& in) noexcept
      : in_(in), at_(in.cursor()), end_(in.end()) {}

  // Returns the next byte; 0 at the end.
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
  /// Takes exactly two digits, of a number below `limit`.
  bool take_two(unsigned& n, unsigned limit) {
    return take_digits<2>(n, limit);
  }
  /// Takes exactly `Count` digits, of a number below `limit`.
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
  /// The same; returns `beyond` if only the limit is wrong.
  template <int Count>
  form_problem take_part(unsigned& n, unsigned limit, form_problem beyond) {
    // Fewer digits than Count are below each limit.
    return take_digits<Count>(n, limit) ? form_problem::none
           : n >= limit                 ? beyond
                                        : form_problem::malformed;
  }

  std::size_t place() const noexcept {
    return static_cast<std::size_t>(at_ - in_.cursor());
  }
  bool back_to(std::size_t place) noexcept {
    at_ = in_.cursor() + place;
    return false;
  }
  /// Returns the passed bytes from a position on.
  text since(std::size_t start) const noexcept {
    return {in_.cursor() + start, place() - start};
  }
  /// Takes what was passed. Returns false if the device failed where the form
  /// could have continued.
  bool finish() {
    if (is_at_end_ && in_.error()) return false;
    in_.advance_to(at_);
    return true;
  }

 private:
  // Calls the device, which may move the bytes.
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

constexpr bool is_malformed(form_problem how) noexcept {
  return how == form_problem::malformed || how > form_problem::too_far;
}

/// Takes a number; too_far for more than 18 significant digits.
form_problem take_number(text_ahead& from, std::int64_t& n, int& digits);

/// Takes ".125" or ",125" behind a second. Decimals behind the 18th must be
/// zero to be exact.
form_problem take_fraction(text_ahead& from, moment& to);

// Www-D or WwwD, and DDD.
form_problem take_week_date(text_ahead& from, std::int64_t year,
                            bool is_extended, std::int64_t& days);
form_problem take_ordinal_date(text_ahead& from, std::int64_t year,
                               std::int64_t& days);

// Takes the rest of a date by the week or by the day of the year, behind the
// year: Www-D and DDD, or without hyphens WwwD and DDD.
[[gnu::cold]] form_problem take_rare_date(text_ahead& from, std::int64_t year,
                                          bool is_extended, civil_date& to);

// Takes MM-DD, with any digits.
bool take_month_and_day(text_ahead& from, civil_date& to);

// none, or the part that the calendar does not have.
form_problem problem_of(civil_date date) noexcept;

/// Takes [-|+]YYYY and -MM-DD, -Www-D or -DDD; or YYYY and MMDD, WwwD or DDD,
/// with a year of four digits without a sign. The date must exist in the
/// calendar.
form_problem take_date(text_ahead& from, civil_date& to);

/// Takes HH[:MM[:SS[.fraction]]] or HHMM[SS[.fraction]].
form_problem take_time_of_day(text_ahead& from, moment& to);

/// Takes Z, or +HH[:MM[:SS]], or +HHMM. Without these, the offset is 0 (UTC).
form_problem take_offset(text_ahead& from, std::int64_t& offset);

// True if a time of day follows a date: a T with a digit, or a blank with
// "HH:". Passes the T or the blank.
bool begins_time(text_ahead& from);

/// How much of date, time and zone take_moment() takes.
enum class zone_rule : unsigned char { date_only, local, utc };

form_problem take_moment(text_ahead& from, zone_rule rule, moment& to);

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

/// Takes a unit of time: its name, or `[num]s` or `[num/den]s`, as in
/// `[3/2]s`. Returns num 0 if the text does not begin with a unit.
unit_size take_unit(text_ahead& from);

// Durations, points in time and dates.
//
// What print/standard.h prints is read back to the same value.

// The text of an error for a part out of its range.
[[gnu::cold]] text words_of_part(form_problem part);

// Takes the form if it was read without an error. Returns the status;
// `expected` is set for an error.
scan_status finish_form(text_ahead& from, form_problem how, text words,
                        text whole_units, text& expected);

// --- Durations ------------------------------------------------------------

// A number of units with decimals: digits / 10^decimals.
struct decimal_count {
  widest_magnitude digits = 0;
  int decimals = 0;
};

// Takes digits, perhaps with a point and decimals. Trailing zeros of the
// decimals do not count.
form_problem take_decimal(text_ahead& from, decimal_count& to);

widest_magnitude greatest_divisor_of(widest_magnitude a,
                                     widest_magnitude b) noexcept;

// Multiplies `product` by `factor`, after dividing factor and divisor by their
// greatest common divisor. Returns false on overflow.
bool multiply_over(widest_magnitude& product, widest_magnitude factor,
                   widest_magnitude& divisor) noexcept;

// The sum of the parts of a duration: whole + rest / divisor, in lowest terms.
// Fractions of two units may be whole together: 0.01h 0.4min is a minute.
struct exact_sum {
  widest_magnitude whole = 0;
  widest_magnitude rest = 0;  // less than divisor
  widest_magnitude divisor = 1;
};

// Adds rest / divisor, in lowest terms, less than 1.
form_problem add_fraction(widest_magnitude rest, widest_magnitude divisor,
                          exact_sum& sum);

// Adds a count of one unit to a sum of units of num / den seconds.
form_problem add_count(decimal_count const& count, unit_size const& unit,
                       std::int64_t num, std::int64_t den, exact_sum& sum);

// Takes the parts of a duration, such as 1h 30min: each unit is smaller than
// the one before, with an optional blank between them. take_count(from) takes
// the number, and add(unit) adds it.
template <class Take, class Add>
form_problem take_parts(text_ahead& from, Take take_count, Add add) {
  double before = 0;
  form_problem how = form_problem::none;
  for (bool is_first = true;; is_first = false) {
    std::size_t const start = from.place();
    if (!is_first) from.take(' ');
    form_problem const number = take_count(from);
    unit_size const unit =
        number == form_problem::malformed ? unit_size{0, 1} : take_unit(from);
    double const size =
        static_cast<double>(unit.num) / static_cast<double>(unit.den);
    if (unit.num == 0 || (!is_first && size >= before)) {
      from.back_to(start);
      return is_first ? form_problem::malformed : how;
    }
    form_problem const sum = number == form_problem::none ? add(unit) : number;
    if (how == form_problem::none) how = sum;
    before = size;
  }
}

form_problem take_duration(text_ahead& from, std::int64_t num, std::int64_t den,
                           widest_magnitude& sum);

// Takes the text of a floating-point number without a sign.
form_problem take_floating(text_ahead& from);

template <floating Float>
form_problem take_duration(text_ahead& from, std::int64_t num, std::int64_t den,
                           Float& sum) {
  Float count{};
  sum = Float{};
  auto const take_count = [&](text_ahead& at) {
    std::size_t const start = at.place();
    if (take_floating(at) != form_problem::none) return form_problem::malformed;
    text const digits = at.since(start);
    return parse_float(digits.begin(), digits.end(), count)
               ? form_problem::none
               : form_problem::too_far;
  };
  return take_parts(from, take_count, [&](unit_size const& unit) {
    auto const wide = [](std::int64_t n) { return static_cast<Float>(n); };
    if (unit.num != num || unit.den != den)
      count =
          count * (wide(unit.num) * wide(den)) / (wide(unit.den) * wide(num));
    sum = sum + count;
    return form_problem::none;
  });
}

template <class Duration>
using count_type = decltype(count_of(declval<Duration const&>()));

template <class Duration>
concept readable_duration =
    integer<count_type<Duration>> || floating<count_type<Duration>>;

// Returns too_far if Rep cannot hold the magnitude with its sign.
template <class Rep>
constexpr form_problem to_rep(widest_magnitude size, bool is_negative,
                              Rep& to) noexcept {
  bool const is_lost = is_negative ? __builtin_sub_overflow(0, size, &to)
                                   : __builtin_add_overflow(size, 0, &to);
  return is_lost ? form_problem::too_far : form_problem::none;
}

template <class Duration>
form_problem take_duration_of(text_ahead& from, Duration& to) {
  using rep = typename Duration::rep;
  using period = typename Duration::period;
  bool const is_negative = from.take('-');
  rep count{};
  form_problem how;
  if constexpr (floating<rep>) {
    how = take_duration(from, period::num, period::den, count);
    if (is_negative) count = -count;
  } else {
    widest_magnitude size = 0;
    how = take_duration(from, period::num, period::den, size);
    if (how == form_problem::none) how = to_rep(size, is_negative, count);
  }
  if (how == form_problem::none) to = Duration(count);
  return how;
}

// The text of an error for a value that is finer than its type.
constexpr text words_of_whole(std::int64_t num, std::int64_t den) noexcept {
  if (num == 1 && den == 1) return words_of("whole seconds");
  if (num == 1 && den == 1000) return words_of("whole milliseconds");
  if (num == 1 && den == 1000000) return words_of("whole microseconds");
  if (num == 1 && den == 1000000000) return words_of("whole nanoseconds");
  if (num == 60 && den == 1) return words_of("whole minutes");
  if (num == 3600 && den == 1) return words_of("whole hours");
  if (num == 86400 && den == 1) return words_of("whole days");
  return words_of("whole units of its type");
}

template <>
struct scanned<shape::duration> {
  template <class T>
    requires readable_duration<T>
  static scan_status read(reader& in, T& to, text& expected) {
    using period = typename T::period;
    expected = words_of("a duration such as 1h 30min");
    if (!skip_space(in)) return scan_problem::end_of_input;
    text_ahead from(in);
    form_problem const how = take_duration_of(from, to);
    return finish_form(from, how,
                       how == form_problem::too_far
                           ? words_of("a duration that its type can hold")
                           : expected,
                       words_of_whole(period::num, period::den), expected);
  }
};

// --- Points in time -------------------------------------------------------

// Converts a moment to a floating-point number of units of 10^-shift seconds.
template <floating Float>
form_problem to_floating(moment at, int shift, Float& to) {
  std::int64_t seconds = 0;
  if (__builtin_mul_overflow(at.days, seconds_of_day, &seconds) ||
      __builtin_add_overflow(seconds, at.second, &seconds))
    return form_problem::too_far;
  bool const is_negative = seconds < 0;
  if (is_negative && at.fraction != 0) {
    seconds += 1;
    at.fraction = powers_of_ten.of[at.digits] - at.fraction;
  }
  char decimal[80];
  char* out = decimal;
  if (is_negative) *out++ = '-';
  out = write_decimal(out, magnitude(seconds));
  out = write_fraction(out, at.fraction, at.digits);
  *out++ = 'e';
  out = write_decimal(out, shift);
  return parse_float(decimal, out, to) ? form_problem::none
                                       : form_problem::too_far;
}

template <class Duration>
form_problem to_duration(moment const& at, Duration& to) {
  using rep = typename Duration::rep;
  using period = typename Duration::period;
  rep count{};
  form_problem how = form_problem::none;
  if constexpr (floating<rep>) {
    constexpr int shift = decimal_shift(period::num, period::den);
    how = to_floating(at, shift < 0 ? 0 : shift, count);
    if (shift < 0)
      count =
          count * static_cast<rep>(period::den) / static_cast<rep>(period::num);
  } else {
    count_type<Duration> wide{};
    how = to_count<period::num, period::den>(at, wide);
    if (__builtin_add_overflow(wide, 0, &count)) how = form_problem::too_far;
  }
  if (how == form_problem::none) to = Duration(count);
  return how;
}

template <class Point>
using sys_of = decltype(Point::clock::to_sys(declval<Point const&>()));

// Clocks that convert from system time.
template <class Point>
concept from_sys_time =
    requires(sys_of<Point> at, Point& to) { to = Point::clock::from_sys(at); };

template <class Point>
form_problem to_point(moment at, Point& to) {
  using duration = typename Point::duration;
  constexpr time_scale scale = time_scale_of<Point>;
  duration since_epoch{};
  form_problem how = form_problem::none;
  if constexpr (scale == time_scale::by_sys) {
    sys_of<Point> sys{};
    how = to_point(at, sys);
    if (how == form_problem::none) to = Point::clock::from_sys(sys);
    return how;
  }
  if constexpr (scale == time_scale::fixed) {
    moment epoch;
    auto const distance = epoch_distance<Point>();
    using period = typename decltype(epoch_distance<Point>())::period;
    if (!to_moment<period::num, period::den>(count_of(distance), epoch) ||
        __builtin_sub_overflow(at.days, epoch.days, &at.days) ||
        !add_seconds(at, -epoch.second))
      return form_problem::too_far;
  }
  how = to_duration(at, since_epoch);
  if (how == form_problem::none) to = Point(since_epoch);
  return how;
}

template <class Point>
constexpr bool can_read_point() {
  constexpr time_scale scale = time_scale_of<Point>;
  if constexpr (!readable_duration<typename Point::duration> ||
                scale == time_scale::by_utc)
    return false;
  else if constexpr (scale == time_scale::by_sys)
    return from_sys_time<Point>;
  else
    return true;
}

template <>
struct scanned<shape::time_point> {
  template <class T>
    requires(can_read_point<T>())
  static scan_status read(reader& in, T& to, text& expected) {
    using duration = typename T::duration;
    if constexpr (time_scale_of<T> == time_scale::elapsed) {
      duration since_epoch{};
      scan_status const how =
          scanned<shape::duration>::read(in, since_epoch, expected);
      if (how == scan_ok) to = T(since_epoch);
      return how;
    } else {
      return read_moment(in, to, expected);
    }
  }

 private:
  template <class T>
  static constexpr zone_rule rule() {
    if constexpr (whole_days<typename T::duration>)
      return zone_rule::date_only;
    else
      return time_scale_of<T> == time_scale::local ? zone_rule::local
                                                   : zone_rule::utc;
  }
  template <class T>
  static scan_status read_moment(reader& in, T& to, text& expected) {
    using period = typename T::duration::period;
    expected =
        words_of(rule<T>() == zone_rule::date_only ? "a date such as 2026-11-21"
                 : rule<T>() == zone_rule::local
                     ? "a date and time such as 2026-11-21T21:34:22"
                     : "a point in time such as 2026-11-21T21:34:22Z");
    if (!skip_space(in)) return scan_problem::end_of_input;
    text_ahead from(in);
    moment at;
    form_problem how = take_moment(from, rule<T>(), at);
    if (how == form_problem::none) how = to_point(at, to);
    return finish_form(from, how,
                       how == form_problem::too_far
                           ? words_of("a point in time that its type can hold")
                           : expected,
                       words_of_whole(period::num, period::den), expected);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "time_body.h"
#endif

#endif
