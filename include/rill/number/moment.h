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

}  // namespace rill::inline RILL_BUILD::detail

#endif
