// rill/number/moment.h: counts of a unit of time as moments of the calendar,
// and back.
//
// Floor 2. Pure, constexpr, no allocation; the whole range of every type,
// where only counts whose days are no 64-bit number have no moment. Tests:
// test/number/moment_test.cpp.
#ifndef RILL_NUMBER_MOMENT_H
#define RILL_NUMBER_MOMENT_H

#include "calendar.h"
#include "shortest.h"

namespace rill::inline RILL_BUILD::detail {

#if RILL_INT128
using widest_count = int128;
#else
using widest_count = std::int64_t;
#endif

constexpr std::int64_t greatest_divisor(std::int64_t a,
                                        std::int64_t b) noexcept {
  while (b != 0) {
    std::int64_t const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// The units that have a short name: num / den seconds.
struct unit_name {
  std::int64_t num, den;
  text name;
};
inline constexpr unit_name unit_names[] = {
    {1, 1, {"s", 1}},
    {1, 1000, {"ms", 2}},
    {1, 1000000, {"us", 2}},
    {1, 1000000000, {"ns", 2}},
    {60, 1, {"min", 3}},
    {3600, 1, {"h", 1}},
    {86400, 1, {"d", 1}},
    {1, 1000000000000, {"ps", 2}},
    {1, 1000000000000000, {"fs", 2}},
    {1, 1000000000000000000, {"as", 2}},
    {1, 100, {"cs", 2}},
    {1, 10, {"ds", 2}},
    {10, 1, {"das", 3}},
    {100, 1, {"hs", 2}},
    {1000, 1, {"ks", 2}},
    {1000000, 1, {"Ms", 2}},
    {1000000000, 1, {"Gs", 2}},
    {1000000000000, 1, {"Ts", 2}},
    {1000000000000000, 1, {"Ps", 2}},
    {1000000000000000000, 1, {"Es", 2}},
};

/// The name of a unit; empty where it has none.
constexpr text name_of_unit(std::int64_t num, std::int64_t den) noexcept {
  for (unit_name const& unit : unit_names)
    if (unit.num == num && unit.den == den) return unit.name;
  return {};
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

/// What keeps a text or a moment from being a value.
enum class form_problem : unsigned char {
  none,
  malformed,
  inexact,  // no whole number of units
  too_far,  // more units than the type can count
};

/// The inverse.
template <std::int64_t Num, std::int64_t Den, integer Count>
constexpr form_problem to_count(moment const& at, Count& count) noexcept {
  using unit = time_unit<Num, Den>;
  if constexpr (!unit::has_calendar) return form_problem::too_far;
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
