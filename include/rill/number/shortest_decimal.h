// rill/number/shortest_decimal.h: the shortest decimal of a floating-point
// number of any width.
//
// Layer 2. Tests: test/number/shortest_decimal_test.cpp,
// shortest_wide_test.cpp, test/number/shortest_extended_test.cpp,
// test/number/shortest_test.cpp.
#ifndef RILL_NUMBER_SHORTEST_DECIMAL_H
#define RILL_NUMBER_SHORTEST_DECIMAL_H

#include <type_traits>  // std::is_constant_evaluated

#include "big_integer.h"
#include "decimal.h"
#include "digits.h"
#include "floating.h"
#include "result.h"

// The shortest decimal of any floating-point number, by big integers.
//
// No allocation, no exception, constexpr. The reference in the tests of the
// other methods. Decides for significands of 8 and of 64 bits where a product
// does not; the only method for wider ones.

namespace rill::inline RILL_BUILD::detail {

/// A decimal number in two parts: (head * 10 + last) * 10^exponent. `last` is 0
/// when the head alone is the shortest text.
template <class Head>
struct shortest_decimal {
  Head head;
  unsigned last;
  int exponent;
};

// The exponent of `last` for m * 2^k. Ten to this power is at most the distance
// between the midpoints below and above the number, and ten times as much
// exceeds it. So among the multiples of 10^(exponent + 1) at most one reads
// back as the number, and among those of 10^exponent at least one.
constexpr int exponent_of_last(int k, bool lower_is_closer) noexcept {
  return lower_is_closer ? floor_log10_of_three_quarters(k)
                         : floor_log10_of_power_of_two(k);
}

// Returns true when the neighbour below m * 2^k is half as far as the one
// above.
template <class Format>
constexpr bool lower_is_closer(typename Format::significand m, int k) noexcept {
  using significand = typename Format::significand;
  return m == significand{1} << (Format::precision - 1) &&
         k != Format::least_exponent;
}

// The head and one more digit: `rest` / `d` to the nearest tenth, but not
// beyond the midpoint `below` when the neighbour below is closer.
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
/// With U = 10^(exponent + 1), all values are integers in units of U / D. For
/// example 5 * 2^-1074, U = 10^-323: the number is 2.4703… U, and half the
/// distance to a neighbour 0.2470… U. No multiple of U is that near, so the
/// last digit is 5 and the text 25e-324.
template <class Format>
RILL_COLD constexpr shortest_decimal<typename Format::significand>
exact_shortest(typename Format::significand m, int k) noexcept {
  using head_type = typename Format::significand;
  // D is largest for the least exponent: 4 * 2^-k, and a spare limb.
  constexpr int capacity = (10 - Format::least_exponent) / 64 + 4;
  bool const closer = lower_is_closer<Format>(m, k);
  int const exponent = exponent_of_last(k, closer);
  int const unit = exponent + 1;

  // m, half the distance to the neighbour above, and D, each times 4.
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
  if (closer) below.divide_by(2);  // exact: half is even
  int const down = number.compare(below);
  big_integer<capacity> up = number;
  up.add(half);
  int const over = up.compare(d);
  if (down < 0 || (down == 0 && even)) return {head, 0, exponent};
  // With a head of 0, one U is no shorter than some tenths of U: then the
  // nearest is the result.
  bool const is_shorter = head != 0;
  if (is_shorter && (over > 0 || (over == 0 && even)))
    return {head + 1, 0, exponent};

  return with_last_digit<head_type>(head, exponent, number, d, below, closer);
}

// The shortest decimal of a number of up to 53 bits, by one multiplication.
//
// No allocation, no exception, constexpr. Source: R. Giulietti, "The Schubfach
// way to render doubles" (2021), and the variant that multiplies into the
// shorter of the two candidate lengths at once, so that nothing is divided by
// ten (Xiang JunBo, xjb; V. Zverovich, "Żmij"). Here each comparison allows for
// the error of its operands. Schubfach's own method, which is exact, decides
// what is within that error. So every constant follows from an error bound.
// Figures: bench/number/floating.cpp.

// m * 2^k / U: its whole part, its fraction in units of 2^-64, and half of the
// distance to the neighbour above in the same units; U = 10^(exponent + 1).
struct scaled_number {
  std::uint64_t whole;
  std::uint64_t fraction;
  std::uint64_t half;
};

// How far m is shifted before the product, for each k of a normal or subnormal
// double: loading a byte has less latency than computing it.
struct order_table {
  static constexpr int least = -1074;
  static constexpr int count = 2046;
  unsigned char of[count];
};
// k + log2(10^-unit), rounded down: 2^k / U is in [1/10, 4/3), so it is in [-4,
// 0].
constexpr int order_of(int k, int unit) noexcept {
  return k + floor_log2_of_power_of_ten(-unit);
}
template <class Void>
constexpr order_table make_orders() noexcept {
  order_table made{};
  int k = order_table::least;
  for (int i = 0; i != order_table::count;) {
    // Consecutive k have the same U; the order grows from one to the next. With
    // 1 / U = c * 2^e, 1 <= c < 2, the last of them is -e - 1, with order -1,
    // because c / 2 < 1 <= c.
    int order = order_of(k, floor_log10_of_power_of_two(k) + 1);
    for (; order != 0 && i != order_table::count; ++i, ++k, ++order)
      made.of[i] = static_cast<unsigned char>(4 + order);
  }
  return made;
}
template <class Void>
inline constexpr order_table orders = make_orders<Void>();

// The powers of ten of double without their last three bits: the upper two
// limbs of a product are then the whole units and the fraction.
struct writing_power_table {
  static constexpr int least = -293;
  static constexpr int count = 618;
  u128_parts of[count];
};
template <class Void>
constexpr writing_power_table make_writing_powers() noexcept {
  writing_power_table made{};
  for (int i = 0; i != writing_power_table::count; ++i) {
    u128_parts const p = power_of_ten<Void>(i + writing_power_table::least);
    made.of[i] = {p.high >> 3, p.high << 61 | p.low >> 3};
  }
  return made;
}
template <class Void>
alignas(64) inline constexpr writing_power_table writing_powers =
    make_writing_powers<Void>();

// m << shift, shift = 4 + order, has at most 57 bits, and m * 2^k / U is its
// product with the power * 2^-64. The true fraction is in [fraction, fraction +
// 1.01): the table is rounded down by less than one unit of 2^-124, which m <
// 2^53 makes less than 2^-71 of U, and the result is truncated at 2^-64. The
// true half is in [half, half + 17): four bits are cut off before the shift, so
// that both shifts have the same distance.
constexpr scaled_number scale_shortest(std::uint64_t m, u128_parts const& power,
                                       unsigned shift) noexcept {
  u128_parts const product = multiply_upper(power, m << shift);
  return {product.high, product.low, power.high >> 1 << shift};
}

/// A decimal, unless the products do not decide.
struct found_decimal {
  shortest_decimal<std::uint64_t> decimal;
  bool is_undecided;
};

// For all numbers but powers of two: both neighbours are equally far.
template <class Format>
constexpr found_decimal try_shortest(std::uint64_t m, std::int64_t k) noexcept {
  using table = void_for<Format>;
  std::int64_t const exponent = (k * log10_of_two) >> 32;
  scaled_number const s = scale_shortest(
      m, writing_powers<table>.of[-1 - exponent - writing_power_table::least],
      orders<table>.of[k - order_table::least]);
  u128_parts const tenths = multiply(s.fraction, 10);
  bool const up = s.fraction + s.half < s.fraction;
  bool const down = s.fraction < s.half;
  constexpr std::uint64_t middle = std::uint64_t{1} << 63;
  // Undecided: near the upper or the lower end of the interval, or near the
  // middle between two digits. 11 units are more than ten times the error of
  // the fraction.
  bool const above = s.fraction + s.half + 19 <= 19;
  bool const below = s.fraction - s.half + 2 <= 20;
  bool const between = tenths.low - (middle - 11) <= 11;
  // Which of the two it is cannot be predicted, so there is no branch.
  std::uint64_t const digit = tenths.high + (tenths.low >> 63);
  std::uint64_t const keep = std::uint64_t{up || down} - 1;
  return {{s.whole + up, static_cast<unsigned>(digit & keep),
           static_cast<int>(exponent)},
          bool(above | below | between)};
}

// The upper 64 of the 192 bits of a product. When lower bits are set, the
// result is made odd: then it compares with an even number as the product does.
// A 1 in the middle limb is only the error of a power that was rounded up
// (tools/generate_powers.py --check).
constexpr std::uint64_t round_to_odd(u128_parts const& power,
                                     std::uint64_t n) noexcept {
  u128_parts const product = multiply_upper(power, n);
  return product.high | (product.low > 1);
}

// The power of ten for decide_shortest, rounded up. Those from 10^0 to 10^53
// have at most 124 bits before their zeros, as 5^53 has: they are exact.
template <class Format>
constexpr u128_parts power_rounded_up(int power) noexcept {
  constexpr int last_exact = 53;
  u128_parts ten =
      writing_powers<void_for<Format>>.of[power - writing_power_table::least];
  if (power < 0 || power > last_exact) ten.high += ++ten.low == 0;
  return ten;
}

/// For numbers that the products do not decide, powers of two and subnormal
/// numbers: Schubfach, with a power of 125 bits instead of 126. m * 2^k and the
/// ends of the interval that rounds to it are measured in quarters of
/// 10^exponent. The error of the power changes no decision: proved for every
/// exponent of a double (tools/generate_powers.py --check).
template <class Format>
[[gnu::noinline, gnu::cold]] constexpr shortest_decimal<std::uint64_t>
decide_shortest(std::uint64_t m, int k) noexcept {
  bool const closer =
      lower_is_closer<Format>(static_cast<typename Format::significand>(m), k);
  int const exponent = exponent_of_last(k, closer);
  u128_parts const power = power_rounded_up<Format>(-exponent);
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

// The shortest decimal of a number of 64 bits, the x87 long double.
//
// No allocation, no exception, constexpr. The method for 53 bits with a power
// of ten that is a product of two, so that the table need not have ten thousand
// of them.

// The 128 highest bits of every 512th power of ten, rounded down, by
// tools/generate_powers.py --far.
inline constexpr int least_far_power = -5120;
template <class Void>
inline constexpr u128_parts far_powers[21] = {
    {0xd408cb010da5d8e8, 0x00d22e620ec380f5},  // 10^-5120
    {0xbc1905f3e898cca2, 0x41a8bcd577f7a7d8},  // 10^-4608
    {0xa6dd04c8d2ce9fde, 0x2de38123a1c3cffc},  // 10^-4096
    {0x9406af8f83fd6265, 0x4b4de34e0ebc3e06},  // 10^-3584
    {0x8350bf3c91575a87, 0xe79e236bf8bf47a8},  // 10^-3072
    {0xe8fb7dc2dec0a404, 0x598eec7d41754c09},  // 10^-2560
    {0xceae534f34362de4, 0x492512d4f2ead2cb},  // 10^-2048
    {0xb759449f52a711b2, 0x68e1eb75340122d4},  // 10^-1536
    {0xa2a682a5da57c0bd, 0x87a601586bd3f698},  // 10^-1024
    {0x9049ee32db23d21c, 0x7132d332e3f204d4},  // 10^-512
    {0x8000000000000000, 0x0000000000000000},  // 10^0
    {0xe319a0aea60e91c6, 0xcc655c54bc5058f8},  // 10^512
    {0xc976758681750c17, 0x650d3d28f18b50ce},  // 10^1024
    {0xb2b8353b3993a7e4, 0x4257ac3b4c1d7794},  // 10^1536
    {0x9e8b3b5dc53d5de4, 0xa74d28ce329ace52},  // 10^2048
    {0x8ca554c020a1f0a6, 0x5dfed09922680a06},  // 10^2560
    {0xf9895d25d88b5a8a, 0xfdd08c4da13655ec},  // 10^3072
    {0xdd5dc8a2bf27f3f7, 0x95aa118ec1d08317},  // 10^3584
    {0xc46052028a20979a, 0xc94c153f804a4a92},  // 10^4096
    {0xae3511626ed559f0, 0x7ef5f8c1b3a0771c},  // 10^4608
    {0x9a8a7ef0fed3ab22, 0xd485d0ed8a3fa8c1},  // 10^5120
};

/// The 128 highest bits of 10^exponent, too low by less than 10 units of the
/// last place. Requires |exponent| <= 5120.
template <class User>
constexpr u128_parts far_power_of_ten(int exponent) noexcept {
  int const row = (exponent - least_far_power + 256) / 512;
  int const rest = exponent - (least_far_power + 512 * row);  // -256 to 255
  u128_parts const outer = far_powers<void_for<User>>[row];
  u128_parts const inner = power_of_ten<User>(rest);
  // Both factors are too low by less than a unit. The three parts that are left
  // out, such as the product of the lower halves, are less than a unit each.
  // The shift at the end doubles these five.
  u128_parts product = multiply(outer.high, inner.high);
  std::uint64_t const first = multiply(outer.high, inner.low).high;
  std::uint64_t const second = multiply(outer.low, inner.high).high;
  product.low += first;
  product.high += product.low < first;
  product.low += second;
  product.high += product.low < second;
  if (product.high >> 63) return product;
  return {product.high << 1 | product.low >> 63, product.low << 1};
}

/// The shortest decimal of m * 2^k. Requires m > 0.
template <class Format>
constexpr shortest_decimal<std::uint64_t> find_shortest_extended(
    std::uint64_t m, int k) noexcept {
  static_assert(Format::precision == 64);
  if (lower_is_closer<Format>(m, k)) return exact_shortest<Format>(m, k);
  int const exponent = floor_log10_of_power_of_two(k);
  int const unit = exponent + 1;
  u128_parts const power = far_power_of_ten<Format>(-unit);
  // 2^k / U is in [1/10, 1): order is in [-4, -1], and m * 2^k / U is
  // product * 2^(order - 63).
  int const order = k + floor_log2_of_power_of_ten(-unit);
  u128_parts const product = multiply_upper(power, m);
  int const extra = -1 - order;  // 0 to 3
  std::uint64_t const whole = product.high >> extra;
  std::uint64_t const fraction =
      product.high << 1 << (63 - extra) | product.low >> extra;
  std::uint64_t const half = power.high >> -order;

  // The true fraction is in [fraction, fraction + 11): m < 2^64 turns the error
  // of the power into less than 10 units of 2^-64, and the product is
  // truncated. The true half is in [half, half + 1.01).
  constexpr std::uint64_t middle = std::uint64_t{1} << 63;
  u128_parts const tenths = multiply(fraction, 10);
  bool const above = fraction + half + 13 <= 13;
  bool const below = fraction - half + 12 <= 14;
  bool const between = tenths.low - (middle - 111) <= 111;
  if (above || below || between) return exact_shortest<Format>(m, k);
  if (fraction + half < fraction) return {whole + 1, 0, exponent};
  if (fraction < half) return {whole, 0, exponent};
  auto const digit = tenths.high + (tenths.low >> 63);
  return {whole, static_cast<unsigned>(digit), exponent};
}

// A shortest decimal as text, a byte at a time.
//
// No allocation, no exception, constexpr. The reference for the kernels. It
// runs in constant evaluation, on big-endian machines and for types of more
// than 53 bits.

constexpr char* write_word(char* out, bool capital, char const* lower,
                           char const* upper) noexcept {
  for (char const* at = capital ? upper : lower; *at; ++at) *out++ = *at;
  return out;
}

// Writes inf, -inf or nan. A nan gets no sign, because IEEE 754 gives it no
// meaning.
template <class Significand>
constexpr char* write_not_finite(char* out,
                                 float_parts<Significand> const& parts,
                                 bool capital = false) noexcept {
  if (parts.m != 0) return write_word(out, capital, "nan", "NAN");
  if (parts.negative) *out++ = '-';
  return write_word(out, capital, "inf", "INF");
}

/// The significant digits of a decimal number: 0.d1d2d3… * 10^(first + 1).
struct digit_text {
  static constexpr int most = 48;  // decimal_size of 128 bits
  char digit[most];
  int count;  // without trailing zeros
  int first;  // the exponent of the first digit

  template <class Head>
  constexpr explicit digit_text(shortest_decimal<Head> d) noexcept
      : digit{}, count(0), first(0) {
    char* end = std::is_constant_evaluated()
                    ? plain_write(digit, d.head, 10u, false)
                    : write_decimal(digit, d.head);
    if (d.head == 0) end = digit;
    *end++ = static_cast<char>('0' + d.last);
    count = static_cast<int>(end - digit);
    first = d.exponent + count - 1;
    while (count > 1 && digit[count - 1] == '0') --count;
  }
};

// Returns true when the plain text of n digits is not longer than the one with
// an exponent. With an exponent there are n digits, a point if n > 1, and four
// characters (five or more from e+100 on, where the plain text is longer
// anyhow). 0.00ddd has 1 - first characters more than n; ddd.d has one more;
// ddd00 has first + 1 characters in all. So first is in [-3 - point, count + 3
// + point], point being 1 or 0. This is one comparison, because two branches
// would be mispredicted.
constexpr bool is_plain(std::ptrdiff_t count, std::ptrdiff_t first) noexcept {
  std::ptrdiff_t const point = count > 1;
  return static_cast<std::size_t>(first + 3 + point) <=
         static_cast<std::size_t>(count + 6 + 2 * point);
}

constexpr char* write_exponent(char* out, int exponent,
                               char mark = 'e') noexcept {
  *out++ = mark;
  *out++ = exponent < 0 ? '-' : '+';
  auto const size = static_cast<unsigned>(exponent < 0 ? -exponent : exponent);
  if (size < 10) *out++ = '0';
  return plain_write(out, size, 10u, false);
}

constexpr char* place_scientific(char* out, digit_text const& text) noexcept {
  *out++ = text.digit[0];
  if (text.count > 1) *out++ = '.';
  for (int i = 1; i < text.count; ++i) *out++ = text.digit[i];
  return write_exponent(out, text.first);
}

// Writes zeros where the digits do not reach the point.
constexpr char* place_plain(char* out, digit_text const& text) noexcept {
  if (text.first < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int i = text.first + 1; i < 0; ++i) *out++ = '0';
  }
  for (int i = 0; i < text.count || i <= text.first; ++i) {
    if (i == text.first + 1 && i != 0) *out++ = '.';
    *out++ = i < text.count ? text.digit[i] : '0';
  }
  return out;
}

// Writes m * 2^k, k >= 0, digit by digit; at most 10^41.
template <class Format>
constexpr char* write_whole(char* out, typename Format::significand m,
                            int k) noexcept {
  big_integer<4> n(m);
  n.shift_left(k);
  char reversed[64] = {};
  int count = 0;
  for (; !n.is_zero(); ++count)
    reversed[count] = static_cast<char>('0' + n.divide_by(10));
  while (count != 0) *out++ = reversed[--count];
  return out;
}

// The least bfloat16 is 9.2e-41. Only the big integers find that 9e-41 is as
// short as 1e-40, and closer; no other format has such a number.
template <class Format>
constexpr auto shortest_of(typename Format::significand m, int k) noexcept {
  if constexpr (Format::precision <= 53 && Format::precision != 8)
    return find_shortest<Format>(m, k);
  else if constexpr (Format::precision == 64)
    return find_shortest_extended<Format>(m, k);
  else
    return exact_shortest<Format>(m, k);
}

template <floating T>
constexpr char* plain_shortest(char* out, T x) noexcept {
  using format = float_format<T>;
  auto const parts = take_apart(x);
  if (!parts.is_finite) return write_not_finite(out, parts);
  if (parts.negative) *out++ = '-';
  if (parts.m == 0) {
    *out++ = '0';
    return out;
  }
  digit_text const text(shortest_of<format>(parts.m, parts.k));
  if (!is_plain(text.count, text.first)) return place_scientific(out, text);
  // When neighbours are more than 1 apart, zeros after the shortest digits
  // would be as long as the number itself, and not as close.
  if (parts.k > 0) return write_whole<format>(out, parts.m, parts.k);
  return place_plain(out, text);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
