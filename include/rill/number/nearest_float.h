// rill/number/nearest_float.h: the floating-point number nearest to digits *
// 10^power, for any number of digits.
//
// Layer 2. Tests: test/number/parse_float_test.cpp.
#ifndef RILL_NUMBER_NEAREST_FLOAT_H
#define RILL_NUMBER_NEAREST_FLOAT_H

#include "big_integer.h"
#include "digits.h"
#include "float_text.h"
#include "floating.h"

// From digits * 10^power to the nearest floating-point number.
//
// No allocation, no exception, constexpr. Integers alone, so that no rounding
// mode matters. The method is that of Lemire, "Number parsing at a gigabyte per
// second" (2021), and of Mushtak and Lemire, "Fast number parsing without
// fallback" (2022). The product with the 128 highest bits of the power of ten
// decides nearly every rounding. For the others the result is `undecided`, and
// big integers decide.

namespace rill::inline RILL_BUILD::detail {

enum class rounding : unsigned char {
  done,
  out_of_range,  // above the greatest, or to zero
  undecided,     // 128 bits are too few
};

/// Sets x to the number nearest to n * 2^e, ties to even. With `more`, the
/// exact value is a little above n * 2^e. Requires that the highest bit of n is
/// set.
template <floating T>
constexpr rounding round_to_nearest(u128_parts n, int e, bool more,
                                    bool negative, T& x) noexcept {
  using format = float_format<T>;
  using significand = significand_of<T>;
  constexpr int precision = format::precision;
  int k = e + 128 - precision;
  if (k < format::least_exponent) k = format::least_exponent;
  int const dropped = k - e;  // at least 15 of the 128 bits
  if (dropped > 128) return rounding::out_of_range;
  // m, the first bit after it, and whether a later bit is set.
  significand m = 0;
  bool half = false;
  if (dropped > 64) {
    m = static_cast<significand>(
        dropped == 128 ? 0 : n.high >> ((dropped - 64) & 63));
    half = (n.high >> (dropped - 65)) & 1;
    more |= (n.high & ((std::uint64_t{1} << (dropped - 65)) - 1)) != 0 ||
            n.low != 0;
  } else {
    // Only formats of 64 and more bits, where 1 to 64 bits are dropped.
    if constexpr (precision > 64)
      m = static_cast<significand>(n.high) << (64 - dropped);
    else
      m = static_cast<significand>(n.high);
    if (dropped < 64) m |= static_cast<significand>(n.low >> dropped);
    half = (n.low >> (dropped - 1)) & 1;
    more |= (n.low & ((std::uint64_t{1} << (dropped - 1)) - 1)) != 0;
  }
  if (half && (more || (m & 1))) {
    constexpr significand most =
        static_cast<significand>(-1) >> (sizeof(significand) * 8 - precision);
    if (m == most) {
      m = significand{1} << (precision - 1);
      ++k;
    } else {
      ++m;
    }
  }
  if (m == 0 || k > format::greatest_exponent) return rounding::out_of_range;
  x = put_together<T>({m, k, negative, true});
  return rounding::done;
}

/// The least power of ten for 19 digits and the greatest for one digit, beyond
/// which every number rounds to zero or above the greatest.
template <floating T>
inline constexpr int least_power_of =
    floor_log10_of_power_of_two(float_format<T>::least_exponent - 1) - 18;
template <floating T>
inline constexpr int greatest_power_of = floor_log10_of_power_of_two(
    float_format<T>::greatest_exponent + float_format<T>::precision);

// The last power of five below 2^64.
inline constexpr int greatest_five = 27;
constexpr std::uint64_t power_of_five(int n) noexcept {
  std::uint64_t power = 1;
  for (; n != 0; --n) power *= 5;
  return power;
}

// Returns true when w * 10^power is a whole number of at most 128 bits times a
// power of two. Every half-way point is such a number: an odd number of at most
// 54 bits times a power of two. So 5^power divides the odd number, or, for a
// negative power, 5^-power divides w.
constexpr bool is_binary(std::uint64_t w, int power) noexcept {
  if (power < -greatest_five || power > greatest_five) return false;
  return power >= 0 || w % power_of_five(-power) == 0;
}

// n * 2^e <= w * 10^power < (n + 2^64) * 2^e. The highest bit of w is set, and
// one of the two highest of n.high.
struct scaled {
  u128_parts n;
  bool is_undecided;  // an error in n.low could change the rounding
};

// The bits of n.high below `mask` + 1 decide nothing unless all of them are 1,
// or all are 0. The second product is needed only when it could carry through
// them.
template <class Index>
RILL_ALWAYS_INLINE constexpr scaled scale(std::uint64_t w, Index power,
                                          std::uint64_t mask) noexcept {
  u128_parts const& ten = power_of_ten<Index>(power);
  u128_parts n = multiply(w, ten.high);
  bool is_undecided = false;
  if (RILL_UNLIKELY((n.high & mask) == mask)) {
    // A negative power is not exact. Rounded up, it makes the product of an
    // exact half-way case, such as 5 * 10^-1, exact.
    u128_parts below = multiply(w, ten.low);
    if (power < 0) {
      below.low += w;
      below.high += below.low < w;
    }
    n.low += below.high;
    n.high += n.low < below.high;
    // power < 0: the exact value is n, or below n by less than 1 of n.low. It
    // is n only if 5^-power divides w; otherwise the distance is above 5^-27.
    // power > 55: the exact value is above n by less than 2 of n.low.
    if (power < -greatest_five)
      is_undecided = (n.high & mask) == 0 && n.low == 0;
    else if (power > 55)
      is_undecided = (n.high & mask) == mask && n.low == ~std::uint64_t{0};
  }
  return {n, is_undecided};
}

// As floor_log2_of_power_of_ten, in 32 bits, for the powers of the table.
template <class Index>
RILL_ALWAYS_INLINE constexpr int table_log2(Index power) noexcept {
  return static_cast<int>(power) * 217706 >> 16;
}
constexpr bool table_log2_holds() noexcept {
  for (int i = least_power; i <= greatest_power; ++i)
    if (table_log2(i) != floor_log2_of_power_of_ten(i)) return false;
  return true;
}
static_assert(table_log2_holds());

// What the caller knows about w * 10^power.
enum class range : unsigned char {
  any,
  cut,    // w >= 10^18, and the number may be up to (w + 1) * 10^power
  plain,  // w < 2^27, power from -8 to 0: never half-way, never small
};

/// Sets x to the number nearest to w * 10^power. Requires w != 0; power from
/// least_power_of<T> to greatest_power_of<T>; T of at most 53 bits.
template <range how, floating T, class Index>
RILL_ALWAYS_INLINE constexpr rounding nearest(std::uint64_t w, Index power,
                                              bool negative, T& x) noexcept {
  using format = float_format<T>;
  using bits = typename format::bits;
  constexpr int precision = format::precision;
  static_assert(precision <= 53 && format::has_hidden_bit);
  static_assert(least_power_of<T> >= least_power);
  static_assert(greatest_power_of<T> <= greatest_power);
  // n.high has 63 or 64 bits, of which precision + 1 decide. The mask covers
  // the others, counted for 63 bits.
  constexpr std::uint64_t mask = (std::uint64_t{1} << (62 - precision)) - 1;
  int const zeros = leading_zeros(w);
  scaled const s = scale(w << zeros, power, mask);
  std::uint64_t const high = s.n.high;
  if (RILL_UNLIKELY(s.is_undecided)) return rounding::undecided;
  // From w to w + 1, n.high grows by at most 16, because w has 60 bits.
  if (how == range::cut && (high & mask) > mask - 18)
    return rounding::undecided;
  int const top = static_cast<int>(high >> 63);
  int const k = table_log2(power) + (64 - precision) + top - zeros;
  if (how != range::plain && RILL_UNLIKELY(k < format::least_exponent)) {
    bool const is_exact = s.n.low == 0 && is_binary(w, static_cast<int>(power));
    if (how == range::cut && is_exact) return rounding::undecided;
    return round_to_nearest(u128_parts{high << (1 - top), 0},
                            k + precision - 128, !is_exact, negative, x);
  }
  std::uint64_t twice = high >> (62 - precision + top);
  if (RILL_UNLIKELY(s.n.low == 0) && (high << (2 + precision - top)) == 0 &&
      (twice & 3) == 1) {
    // Half-way above an even number, as far as the product shows.
    if (how == range::cut) return rounding::undecided;
    if (is_binary(w, static_cast<int>(power))) --twice;
  }
  // Rounding up to the next power of two carries into the exponent.
  std::uint64_t whole = (twice + 1) >> 1;
  whole += static_cast<std::uint64_t>(k - format::least_exponent)
           << (precision - 1);
  constexpr std::uint64_t infinity =
      static_cast<std::uint64_t>(format::greatest_biased) << (precision - 1);
  if (how != range::plain && RILL_UNLIKELY(whole >= infinity))
    return rounding::out_of_range;
  whole |= static_cast<std::uint64_t>(negative)
           << (precision - 1 + format::exponent_bits);
  x = __builtin_bit_cast(T, static_cast<bits>(whole));
  return rounding::done;
}

// The nearest number by big integers, for every format and any number of
// digits.
//
// No allocation, no exception, constexpr. Decides what the fast paths leave
// undecided, and is the reference in their tests. The stack takes about 1 KiB
// for double, 10 KiB for 15 bits of exponent.

// A point half-way between two numbers is m * 2^-k = m * 5^k / 10^k, with m of
// precision + 1 bits. m * 5^k is below 2^(precision + 1 - k) * 10^k. So it has
// at most k + 1 digits plus log10(2^(precision + 1 - k)), rounded down. Further
// digits are either zeros or make the number greater. One digit 1 in their
// place then rounds like them, because no half-way point is between.
template <floating T>
struct exact_bounds {
  using format = float_format<T>;
  static constexpr int k = 1 - format::least_exponent;
  static constexpr int digits =
      k + floor_log10_of_power_of_two(format::precision + 1 - k) + 1;
  // Numbers below ten to this power round to zero. So the last of digits + 1
  // digits has at least the power least_ten - digits.
  static constexpr int least_ten =
      floor_log10_of_power_of_two(format::least_exponent - 1);
  static constexpr int most_fives = digits - least_ten;
  // The dividend or the divisor is the greatest number. A shift by up to 63
  // bits fills its highest limb, and the division takes one limb more.
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

// Sets `number`, which is 0, to the digits of a text. Returns the power of ten
// to multiply them by. One digit 1 replaces all digits after the first `most`,
// unless these are zeros.
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

/// Sets x to the number nearest to a text that is not zero. Never returns
/// undecided.
template <floating T>
RILL_COLD [[gnu::noinline]] constexpr rounding exact_nearest(
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
  u128_parts top{};
  int e = power;
  bool more = false;
  if (power >= 0) {
    n.multiply_by_power_of_five(power);
    // Fills whole limbs, at least two.
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
    // The divisor gets one bit more than n, and fills its highest limb: then n
    // * 2^128 / divisor has 127 or 128 bits, two limbs.
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
