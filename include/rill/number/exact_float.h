// rill/number/exact_float.h: the nearest number by big integers, for every
// format and any number of digits.
//
// Floor 2. No allocation, no exception, constexpr. What the fast paths leave
// undecided, and the plain twin that they are tested against. The stack takes
// about 1 KiB for double, 10 KiB for 15 bits of exponent. Tests:
// test/number/parse_float_test.cpp.
#ifndef RILL_NUMBER_EXACT_FLOAT_H
#define RILL_NUMBER_EXACT_FLOAT_H

#include "big_integer.h"
#include "digits.h"
#include "float_text.h"
#include "nearest_float.h"

namespace rill::inline RILL_BUILD::detail {

// A point half-way between two numbers is m * 2^-k with m of precision + 1
// bits, or m * 5^k / 10^k. With 5^k = 10^k / 2^k its digits are at most
// k + floor(log10(2^(precision + 1 - k))) + 1. Digits behind so many are
// either zeros or make the number greater, and then one digit 1 in their
// place rounds like them: it steps over no half-way point.
template <floating T>
struct exact_bounds {
  using format = float_format<T>;
  static constexpr int k = 1 - format::least_exponent;
  static constexpr int digits =
      k + floor_log10_of_power_of_two(format::precision + 1 - k) + 1;
  // Less than ten to this power rounds to zero, so the last of the digits
  // and the 1 has at least the power of ten of the negative number below.
  static constexpr int least_ten =
      floor_log10_of_power_of_two(format::least_exponent - 1);
  static constexpr int most_fives = digits - least_ten;
  // The greater of the two is the divisor or the dividend, which get up to
  // 63 bits to begin with a limb, and the division one limb.
  static constexpr int bits_of_fives =
      floor_log2_of_power_of_ten(most_fives) - most_fives + 1;
  static constexpr int bits_of_digits =
      floor_log2_of_power_of_ten(digits + 1) + 1;
  static constexpr int limbs =
      ((bits_of_fives > bits_of_digits ? bits_of_fives : bits_of_digits) + 1) /
          64 +
      3;
};
static_assert(exact_bounds<float>::digits == 113);
static_assert(exact_bounds<double>::digits == 768);

// Sets `number`, which is 0, to the digits of a text and returns the power of
// ten that they are times. What stands behind `most` digits is one digit 1.
[[gnu::noinline]] constexpr std::int64_t gather(decimal_text const& text,
                                                int most,
                                                big_limbs& number) noexcept {
  int count = 0;  // digits in number and chunk
  std::uint64_t chunk = 0;
  int chunk_size = 0;
  bool more = false;
  std::int64_t power = text.exponent;
  auto flush = [&] {
    number.multiply_add(powers_of_ten.of[chunk_size], chunk);
    chunk = 0;
    chunk_size = 0;
  };
  auto take = [&](char c) {
    auto const digit = static_cast<std::uint64_t>(c - '0');
    if (count == 0 && digit == 0) return;
    ++count;
    chunk = chunk * 10 + digit;
    if (++chunk_size == word_digits) flush();
  };
  for (char const* at = text.whole; at != text.whole_end; ++at) {
    if (count == most) {
      more |= *at != '0';
      ++power;
    } else {
      take(*at);
    }
  }
  for (char const* at = text.fraction; at != text.fraction_end; ++at) {
    if (count == most) {
      more |= *at != '0';
      if (more) break;
    } else {
      take(*at);
      --power;
    }
  }
  if (more) {
    take('1');
    --power;
  }
  if (chunk_size != 0) flush();
  return power;
}

/// Sets x to the number nearest to a text that is not zero. Never undecided.
template <floating T>
RILL_SELDOM_RUN [[gnu::noinline]] constexpr rounding exact_nearest(
    decimal_text const& text, T& x) noexcept {
  using bounds = exact_bounds<T>;
  using integer = big_integer<bounds::limbs>;
  // The first digit is worth 10^ten.
  std::int64_t const ten =
      text.power + static_cast<int>(digits_of(text.digits)) - 1;
  if (ten < bounds::least_ten || ten > greatest_power_of<T>)
    return rounding::out_of_range;
  integer n;
  int const power = static_cast<int>(gather(text, bounds::digits, n));
  wide top{};
  int e = power;
  bool more = false;
  if (power >= 0) {
    n.multiply_by_power_of_five(power);
    // Whole limbs, at least two.
    int const bits = n.bits();
    int const whole = bits > 128 ? (bits + 63) / 64 * 64 : 128;
    n.shift_left(whole - bits);
    int const size = n.size();
    if (size < 2) __builtin_unreachable();
    top = {n.limb(size - 1), n.limb(size - 2)};
    for (int i = 0; i != size - 2; ++i) more |= n.limb(i) != 0;
    e += bits - 128;
  } else {
    integer divisor(std::uint64_t{1});
    divisor.multiply_by_power_of_five(-power);
    // The divisor gets one bit more than n, and begins with a limb: then n *
    // 2^128 / divisor has 127 or 128 bits, two limbs.
    int const bits =
        n.bits() + 1 > divisor.bits() ? n.bits() + 1 : divisor.bits();
    int const whole = (bits + 63) / 64 * 64;
    int const of_n = whole - 1 - n.bits();
    int const of_divisor = whole - divisor.bits();
    n.shift_left(of_n);
    divisor.shift_left(of_divisor);
    n.shift_left(64);
    top.high = n.divide_once(divisor);
    n.shift_left(64);
    top.low = n.divide_once(divisor);
    more = !n.is_zero();
    e += of_divisor - of_n - 128;
    if (!(top.high >> 63)) {
      top.high = top.high << 1 | top.low >> 63;
      top.low <<= 1;
      --e;
    }
  }
  return round_to_nearest(top, e, more, text.negative, x);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
