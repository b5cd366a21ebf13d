// rill/number/shortest_decimal.h: the shortest decimal of a number of up to
// 53 bits, by one multiplication.
//
// Floor 2. No allocation, no exception, constexpr. Source: R. Giulietti, "The
// Schubfach way to render doubles" (2021), and the variant that multiplies
// into the shorter of the two candidate lengths at once, so that nothing is
// divided by ten (Xiang JunBo, xjb; V. Zverovich, "Żmij"). Here each
// comparison knows how far off its operands can be, and Schubfach's own way,
// which is exact, decides what is nearer than that, so no constant is magic.
// Tests: test/number/shortest_decimal_test.cpp, against exact_shortest.h;
// figures: bench/number/floating.cpp.
#ifndef RILL_NUMBER_SHORTEST_DECIMAL_H
#define RILL_NUMBER_SHORTEST_DECIMAL_H

#include "digits.h"
#include "exact_shortest.h"
#include "powers.h"

namespace rill::inline RILL_BUILD::detail {

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
constexpr scaled_number scale_shortest(std::uint64_t m, wide const& power,
                                       unsigned shift) noexcept {
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
constexpr found_decimal try_shortest(std::uint64_t m, std::int64_t k) noexcept {
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

// The upper 64 of the 192 bits of a product, made odd when there is more
// below them: then it compares with an even number as the product does. Of the
// middle word 1 is the error of a power that was rounded up
// (tools/generate_powers.py --check).
constexpr std::uint64_t round_to_odd(wide const& power,
                                     std::uint64_t n) noexcept {
  wide const product = multiply_upper(power, n);
  return product.high | (product.low > 1);
}

// The power of ten for decide_shortest, rounded up. Those from 10^0 to 10^53
// have at most 124 bits before their zeros, as 5^53 has: they are exact.
template <class Format>
constexpr wide power_rounded_up(int power) noexcept {
  constexpr int last_exact = 53;
  wide ten =
      writing_powers<void_for<Format>>.of[power - writing_power_table::least];
  if (power < 0 || power > last_exact) ten.high += ++ten.low == 0;
  return ten;
}

/// What the products do not decide, powers of two and subnormal numbers:
/// Schubfach, with a power of 125 bits where the paper has 126. m * 2^k and
/// the ends of the interval that rounds to it are measured in quarters of
/// 10^exponent; that the error of the power decides nothing is proved for
/// every exponent of a double (tools/generate_powers.py --check).
template <class Format>
[[gnu::noinline, gnu::cold]] constexpr shortest_decimal<std::uint64_t>
decide_shortest(std::uint64_t m, int k) noexcept {
  bool const closer =
      lower_is_closer<Format>(static_cast<typename Format::significand>(m), k);
  int const exponent = exponent_of_last(k, closer);
  wide const power = power_rounded_up<Format>(-exponent);
  // From 4 to 7: 2^k / 10^exponent is in [1, 40/3).
  int const shift = k + floor_log2_of_power_of_ten(-exponent) + 4;
  std::uint64_t const odd = m % 2;
  std::uint64_t const lower =
      round_to_odd(power, (4 * m - 2 + closer) << shift) + odd;
  std::uint64_t const number = round_to_odd(power, (4 * m) << shift);
  std::uint64_t const upper = round_to_odd(power, (4 * m + 2) << shift) - odd;

  std::uint64_t const units = number / 4, head = units / 10;
  if (head != 0) {
    bool const is_head = lower <= 40 * head, is_next = 40 * head + 40 <= upper;
    if (is_head != is_next) return {head + is_next, 0, exponent};
  }
  bool const is_this = lower <= 4 * units, is_next = 4 * units + 4 <= upper;
  std::uint64_t const middle = 4 * units + 2;
  bool const is_nearer =
      number > middle || (number == middle && units % 2 == 1);
  bool const is_up = is_this != is_next ? is_next : is_nearer;
  std::uint64_t const all = units + is_up;
  return {all / 10, static_cast<unsigned>(all % 10), exponent};
}

/// The shortest decimal of m * 2^k. Requires m > 0 and a format of at most
/// 53 bits.
template <class Format>
constexpr shortest_decimal<std::uint64_t> find_shortest(std::uint64_t m,
                                                        int k) noexcept {
  static_assert(Format::precision <= 53);
  if (RILL_LIKELY(m != std::uint64_t{1} << (Format::precision - 1))) {
    found_decimal const found = try_shortest<Format>(m, k);
    if (!found.is_undecided) return found.decimal;
  }
  return decide_shortest<Format>(m, k);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
