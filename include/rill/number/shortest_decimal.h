// rill/number/shortest_decimal.h: the shortest decimal of a number of up to
// 53 bits, by one multiplication.
//
// Floor 2. No allocation, no exception, constexpr. Source: R. Giulietti, "The
// Schubfach way to render doubles" (2021), and the variant that multiplies
// into the shorter of the two candidate lengths at once, so that nothing is
// divided by ten (Xiang JunBo, xjb; V. Zverovich, "Żmij"). Here each
// comparison knows how far off its operands can be, and exact_shortest
// decides what is nearer than that, so no constant is magic. Tests:
// test/number/shortest_test.cpp; figures: bench/number/floating.cpp.
#ifndef RILL_NUMBER_SHORTEST_DECIMAL_H
#define RILL_NUMBER_SHORTEST_DECIMAL_H

#include "digits.h"
#include "exact_shortest.h"
#include "powers.h"

namespace rill::inline RILL_BUILD::detail {

// The same as exact_shortest, in 64 bits: for numbers near 2^53, of which up
// to a half have an exact tie that the products cannot see. Everything is
// twice as large as it is, so that half a distance is a whole number.
inline constexpr int least_small = -13;
inline constexpr int greatest_small = 10;
template <class Format>
constexpr shortest_decimal<std::uint64_t> small_shortest(std::uint64_t m,
                                                         int k) noexcept {
  int const exponent = floor_log10_of_power_of_two(k);
  // Below 2^53 * 2^10 * 2 or, for k = -13, 2^53 * 10^3 * 2.
  std::uint64_t number = 2 * m, half = 1, unit = 2;
  if (k >= 0) {
    number <<= k;
    half <<= k;
    unit *= powers_of_ten.of[exponent + 1];
  } else {
    half = powers_of_ten.of[-exponent - 1];
    number *= half;
    unit <<= -k;
  }
  bool const even = m % 2 == 0;
  std::uint64_t const head = number / unit, rest = number - head * unit;
  if (rest < half || (rest == half && even)) return {head, 0, exponent};
  if (unit - rest < half || (unit - rest == half && even))
    return {head + 1, 0, exponent};
  std::uint64_t const tenths = rest * 10, last = tenths / unit;
  std::uint64_t const beyond = 2 * (tenths - last * unit);
  bool const up = beyond > unit || (beyond == unit && last % 2 == 1);
  return {head, static_cast<unsigned>(last + up), exponent};
}

// What the products do not decide.
template <class Format>
[[gnu::noinline, gnu::cold]] constexpr shortest_decimal<std::uint64_t>
decide_shortest(std::uint64_t m, int k) noexcept {
  using significand = typename Format::significand;
  auto const word = static_cast<significand>(m);
  if (k >= least_small && k <= greatest_small &&
      !lower_is_closer<Format>(word, k))
    return small_shortest<Format>(m, k);
  auto const found = exact_shortest<Format>(word, k);
  return {found.head, found.last, found.exponent};
}

// floor(m * 2^k / U) and the fraction in units of 2^-64, and half of the
// distance to the neighbour above in the same units; U = 10^(exponent + 1).
struct scaled_number {
  std::uint64_t whole;
  std::uint64_t fraction;
  std::uint64_t half;
};

// How far m is shifted before the product, for each k of a normal or
// subnormal double: a byte is loaded sooner than it is computed.
struct order_table {
  static constexpr int least = -1074;
  static constexpr int count = 2046;
  unsigned char of[count];
};
// k + floor(log2(10^-unit)): 2^k / U is in [1/10, 4/3), so it is in [-4, 0].
constexpr int order_of(int k, int unit) noexcept {
  return k + floor_log2_of_power_of_ten(-unit);
}
template <class Void>
constexpr order_table make_orders() noexcept {
  order_table made{};
  int k = order_table::least;
  for (int i = 0; i != order_table::count;) {
    // All k of one U: with 1 / U = c * 2^e, 1 <= c < 2, the last of them is
    // -e - 1, because c / 2 < 1 <= c, and its order is -1.
    int order = order_of(k, floor_log10_of_power_of_two(k) + 1);
    for (; order != 0 && i != order_table::count; ++i, ++k, ++order)
      made.of[i] = static_cast<unsigned char>(4 + order);
  }
  return made;
}
template <class Void>
inline constexpr order_table orders = make_orders<Void>();

// The powers of ten of double without their last three bits: then the upper
// two words of a product are the whole units and the fraction.
struct writing_power_table {
  static constexpr int least = -293;
  static constexpr int count = 618;
  wide of[count];
};
template <class Void>
constexpr writing_power_table make_writing_powers() noexcept {
  writing_power_table made{};
  for (int i = 0; i != writing_power_table::count; ++i) {
    wide const p = power_of_ten<Void>(i + writing_power_table::least);
    made.of[i] = {p.high >> 3, p.high << 61 | p.low >> 3};
  }
  return made;
}
template <class Void>
alignas(64) inline constexpr writing_power_table writing_powers =
    make_writing_powers<Void>();

// m << shift, shift = 4 + order, has at most 57 bits, and m * 2^k / U is its
// product with the power * 2^-64. The true fraction is in [fraction,
// fraction + 1.01): the table is rounded down by less than one unit of
// 2^-124, which m < 2^53 makes less than 2^-71 of U, and the result is cut
// at 2^-64. The true half is in [half, half + 17): four bits are cut off
// before the shift, so that there is one distance to shift by.
RILL_ALWAYS_INLINE constexpr scaled_number scale_shortest(
    std::uint64_t m, wide const& power, unsigned shift) noexcept {
  wide const product = multiply_upper(power, m << shift);
  return {product.high, product.low, power.high >> 1 << shift};
}

/// A decimal, or that the products do not decide.
struct found_decimal {
  shortest_decimal<std::uint64_t> decimal;
  bool is_undecided;
};

// Numbers but powers of two, for which both neighbours are equally far.
template <class Format>
RILL_ALWAYS_INLINE constexpr found_decimal try_shortest(
    std::uint64_t m, std::int64_t k) noexcept {
  using table = void_for<Format>;
  std::int64_t const exponent = (k * log10_of_two) >> 32;
  scaled_number const s = scale_shortest(
      m, writing_powers<table>.of[-1 - exponent - writing_power_table::least],
      orders<table>.of[k - order_table::least]);
  wide const tenths = multiply(s.fraction, 10);
  bool const up = s.fraction + s.half < s.fraction;
  bool const down = s.fraction < s.half;
  constexpr std::uint64_t middle = std::uint64_t{1} << 63;
  // Near the end of the interval above or below, or near the middle between
  // two digits: 11 units are ten times the error of the fraction, and more.
  bool const above = s.fraction + s.half + 19 <= 19;
  bool const below = s.fraction - s.half + 2 <= 20;
  bool const between = tenths.low - (middle - 11) <= 11;
  // Which of the two it is cannot be predicted: no branch.
  std::uint64_t const digit = tenths.high + (tenths.low >> 63);
  std::uint64_t const keep = std::uint64_t{up || down} - 1;
  return {{s.whole + up, static_cast<unsigned>(digit & keep),
           static_cast<int>(exponent)},
          bool(above | below | between)};
}

template <class Format>
constexpr shortest_decimal<std::uint64_t> shortest_of_regular(std::uint64_t m,
                                                              int k) noexcept {
  found_decimal const found = try_shortest<Format>(m, k);
  return found.is_undecided ? decide_shortest<Format>(m, k) : found.decimal;
}

// Powers of two: the neighbour below is half as far.
template <class Format>
[[gnu::noinline]] constexpr shortest_decimal<std::uint64_t>
shortest_of_power_of_two(std::uint64_t m, int k) noexcept {
  if (k == Format::least_exponent) return shortest_of_regular<Format>(m, k);
  int const exponent = floor_log10_of_three_quarters(k);
  int const unit = exponent + 1;
  scaled_number const s = scale_shortest(
      m,
      writing_powers<void_for<Format>>.of[-unit - writing_power_table::least],
      static_cast<unsigned>(4 + order_of(k, unit)));
  std::uint64_t const half_below = s.half >> 1;
  wide const tenths = multiply(s.fraction, 10);
  wide const limit = multiply(half_below, 10);
  bool const up = s.fraction + s.half < s.fraction;
  bool const down = s.fraction < half_below;
  constexpr std::uint64_t middle = std::uint64_t{1} << 63;
  bool const above = s.fraction + s.half + 19 <= 19;
  bool const below = s.fraction - half_below + 2 <= 20;
  bool const between = tenths.low - (middle - 11) <= 11;
  // The digit below lies tenths.low from the number, at most half a unit.
  // Among all powers of two, that limit decides for 2^14 of 11 bits alone.
  bool const at_limit = limit.high == 0 && tenths.low - limit.low + 100 <= 200;
  if (above | below | between | at_limit) return decide_shortest<Format>(m, k);
  bool const too_low = limit.high == 0 && tenths.low > limit.low;
  unsigned const digit =
      static_cast<unsigned>(tenths.high) + (tenths.low >> 63 != 0 || too_low);
  return {s.whole + up, (up | down) ? 0 : digit, exponent};
}

/// The shortest decimal of m * 2^k. Requires m > 0 and a format of at most
/// 53 bits.
template <class Format>
constexpr shortest_decimal<std::uint64_t> find_shortest(std::uint64_t m,
                                                        int k) noexcept {
  static_assert(Format::precision <= 53);
  constexpr std::uint64_t power_of_two = std::uint64_t{1}
                                         << (Format::precision - 1);
  if (RILL_UNLIKELY(m == power_of_two))
    return shortest_of_power_of_two<Format>(m, k);
  return shortest_of_regular<Format>(m, k);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
