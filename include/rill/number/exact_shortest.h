// rill/number/exact_shortest.h: the shortest decimal of any floating-point
// number, by big integers.
//
// Floor 2. No allocation, no exception, constexpr. The twin that the tests
// hold shortest_decimal.h against; what decides for types of 8 and of 64 bits
// where a product does not (shortest_extended.h), and the only way for wider
// ones. Tests: test/number/shortest_decimal_test.cpp, shortest_wide_test.cpp.
#ifndef RILL_NUMBER_EXACT_SHORTEST_H
#define RILL_NUMBER_EXACT_SHORTEST_H

#include "big_integer.h"
#include "floating.h"

namespace rill::inline RILL_BUILD::detail {

/// A decimal number in two parts: (head * 10 + last) * 10^exponent. `last`
/// is 0 where the head alone is the shortest text.
template <class Head>
struct shortest_decimal {
  Head head;
  unsigned last;
  int exponent;
};

// The exponent of `last` for m * 2^k: ten to it is at most the distance of
// two neighbours (or, below a power of two, of their midpoints), and ten
// times that is more. So among the multiples of 10^(exponent + 1) at most one
// reads back as the number, and among those of 10^exponent at least one.
constexpr int exponent_of_last(int k, bool lower_is_closer) noexcept {
  return lower_is_closer ? floor_log10_of_three_quarters(k)
                         : floor_log10_of_power_of_two(k);
}

// Whether the neighbour below m * 2^k is half as far as the one above.
template <class Format>
constexpr bool lower_is_closer(typename Format::significand m, int k) noexcept {
  using significand = typename Format::significand;
  return m == significand{1} << (Format::precision - 1) &&
         k != Format::least_exponent;
}

// The head and one digit more: the nearest tenth of `rest` / `d`, but not
// beyond the midpoint `below` where the neighbour below is closer.
template <class Head, int Capacity>
constexpr shortest_decimal<Head> with_last_digit(
    Head head, int exponent, big_integer<Capacity> rest,
    big_integer<Capacity> const& d, big_integer<Capacity> below,
    bool lower_is_closer) noexcept {
  rest.multiply_add(10, 0);
  auto last = static_cast<unsigned>(rest.divide_once(d));
  big_integer<Capacity> doubled = rest;
  doubled.add(rest);
  int const nearer = doubled.compare(d);
  if (nearer > 0 || (nearer == 0 && last % 2 == 1)) {
    ++last;
  } else if (lower_is_closer) {
    below.multiply_add(10, 0);
    if (rest.compare(below) > 0) ++last;
  }
  if (last == 10) return {head + 1, 0, exponent};  // only if head is 0
  return {head, last, exponent};
}

/// The shortest decimal that reads back as m * 2^k, the closest of these, and
/// of two that are equally close the even one. Requires m > 0.
///
/// With U = 10^(exponent + 1), everything is measured in units of which D are
/// a U. For example 5 * 2^-1074, U = 10^-323: the number is 2.4703… U, its
/// half distance to a neighbour 0.2470… U; no whole U is that near, so the
/// last digit is 5 and the text 25e-324.
template <class Format>
RILL_SELDOM_RUN constexpr shortest_decimal<typename Format::significand>
exact_shortest(typename Format::significand m, int k) noexcept {
  using head_type = typename Format::significand;
  // The largest is D for the least number: 4 * 2^-k, and a spare limb.
  constexpr int capacity = (10 - Format::least_exponent) / 64 + 4;
  bool const closer = lower_is_closer<Format>(m, k);
  int const exponent = exponent_of_last(k, closer);
  int const unit = exponent + 1;

  // Four times: m, half the distance to the neighbour above, and D.
  big_integer<capacity> number(m), half(2u), d(4u);
  number.shift_left(2);
  if (unit >= 0) {
    d.multiply_by_power_of_five(unit);
  } else {
    number.multiply_by_power_of_five(-unit);
    half.multiply_by_power_of_five(-unit);
  }
  int twos = k - unit;  // number * 2^twos / D, D made to begin with a one bit
  int const zeros = (64 - d.bits() % 64) % 64;
  d.shift_left(zeros);
  twos += zeros;
  if (twos < 0) {
    int const whole = (-twos + 63) / 64 * 64;  // keeps that bit in its place
    d.shift_left(whole);
    twos += whole;
  }
  number.shift_left(twos);
  half.shift_left(twos);

  head_type head = 0;
  if constexpr (Format::precision > 64) {
    big_integer<capacity> upper = d;
    upper.shift_left(64);
    head = static_cast<head_type>(number.divide_once(upper)) << 64;
  }
  head += static_cast<head_type>(number.divide_once(d));

  // `number` is now the rest, below D. Is a whole U near enough?
  bool const even = m % 2 == 0;
  big_integer<capacity> below = half;
  if (closer) below.divide_by(2);  // two halves were exact multiples of 2
  int const down = number.compare(below);
  big_integer<capacity> up = number;
  up.add(half);
  int const over = up.compare(d);
  if (down < 0 || (down == 0 && even)) return {head, 0, exponent};
  // One whole U has no more digits than a few tenths: the nearest is wanted.
  bool const is_shorter = head != 0;
  if (is_shorter && (over > 0 || (over == 0 && even)))
    return {head + 1, 0, exponent};

  return with_last_digit<head_type>(head, exponent, number, d, below, closer);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
