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
form_problem take_number(text_ahead& from, std::int64_t& n, int& digits);

/// ".125" or ",125" behind a second. Of the decimals behind the 18th only
/// zeros are exact.
form_problem take_fraction(text_ahead& from, moment& to);

// A date by the week or by the day of the year, from what follows the year on:
// Www-D and DDD, or without hyphens WwwD and DDD.
[[gnu::cold]] form_problem take_rare_date(text_ahead& from, std::int64_t year,
                                          bool is_extended, civil_date& to);

/// [-|+]YYYY and -MM-DD, -Www-D or -DDD; or YYYY and MMDD, WwwD or DDD, where
/// the year has four digits and no sign. The date exists in the calendar.
form_problem take_date(text_ahead& from, civil_date& to);

/// HH[:MM[:SS[.fraction]]] or HHMM[SS[.fraction]].
form_problem take_time_of_day(text_ahead& from, moment& to);

/// Z, or +HH[:MM[:SS]], or +HHMM; nothing is UTC.
form_problem take_offset(text_ahead& from, std::int64_t& offset);

// Whether a time of day follows a date: a T with a digit, or a blank with
// "HH:". Passes the one or the other.
bool begins_time(text_ahead& from);

/// A date, with what follows of time and zone as far as it is asked for.
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

/// A unit of time by its name, `[num]s` or `[num/den]s`; num is 0 where there
/// is none.
unit_size take_unit(text_ahead& from);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "time_text_body.h"
#endif

#endif
