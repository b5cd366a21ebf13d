// rill/number/precise.h: writing a floating-point number with a given number
// of digits.
//
// Layer 2. Tests: test/number/precise_test.cpp.
#ifndef RILL_NUMBER_PRECISE_H
#define RILL_NUMBER_PRECISE_H

#include "decimal.h"
#include "exact_digits.h"
#include "floating.h"
#include "shortest.h"
#include "shortest_decimal.h"

// The first digits of a floating-point number, rounded.
//
// No allocation, no exception, constexpr. Up to 18 digits come from the product
// with a power of ten of 128 bits, whose error is bounded. Longer texts, and
// cases that the product does not decide, come from the exact digits.

namespace rill::inline RILL_BUILD {
namespace detail {

// Twice 10^18 is below 2^61, which leaves a bit of the product's upper limb
// for the fraction.
inline constexpr int most_scaled_digits = 18;

/// The digits as one number, and the exponent of the first; n is 0 when the
/// product does not decide.
struct scaled_digits {
  std::uint64_t n;
  int exponent;
};

/// Returns the first `count` digits of m * 2^k, m > 0, 1 <= count <= 18, when
/// the table has the power of ten.
///
/// With x = M * 2^e, M of 64 bits, and X = log10(2^(e + 63)), rounded down, the
/// exponent of x's first digit is X or X + 1, and x * 10^(count - 1 - X) is
/// less than twice 10^count. The 128 bits that are kept of the product are too
/// low by less than 2: by 1 because the table is rounded down, by 1 because the
/// product is truncated.
template <class User>
constexpr scaled_digits scale_digits(std::uint64_t m, int k,
                                     int count) noexcept {
  int const zeros = leading_zeros(m);
  int const e = k - zeros;
  int const exponent = floor_log10_of_power_of_two(e + 63);
  int const power = count - 1 - exponent;
  if (power < least_power || power > greatest_power) return {0, 0};
  u128_parts const product =
      multiply_upper(power_of_ten<User>(std::ptrdiff_t{power}), m << zeros);
  // The point is at 2^(64 + s): s = 63 - e - log2(power) - 64, and 1 <= s <
  // 64, because the product has 127 or 128 bits and x * 10^power is from 1 to
  // 2^61.
  unsigned const s =
      static_cast<unsigned>(-1 - e - floor_log2_of_power_of_ten(power));
  std::uint64_t const unit = std::uint64_t{1} << s, half = unit >> 1;
  std::uint64_t const n = product.high >> s;
  std::uint64_t const rest = product.high & (unit - 1);
  std::uint64_t const limit = powers_of_ten.of[count];
  if (n < limit) {
    // Undecided: exactly half, or one unit less, because the exact product is
    // up to two units greater.
    if (RILL_UNLIKELY(product.low + 1 <= 1 &&
                      rest + (product.low >> 63) == half))
      return {0, 0};
    std::uint64_t const rounded = n + (rest >= half);
    if (RILL_LIKELY(rounded != limit)) return {rounded, exponent};
    return {limit / 10, exponent + 1};
  }
  // One digit too many. Undecided: a rest of exactly 5, or just below 5.
  std::uint64_t const tenth = n / 10, last = n - tenth * 10;
  if (RILL_UNLIKELY((last == 5 && rest == 0 && product.low <= 1) ||
                    (last == 4 && rest == unit - 1 && product.low + 2 <= 1)))
    return {0, 0};
  // `tenth` is below 2 * 10^count / 10, so rounding cannot reach 10^count.
  return {tenth + (last >= 5), exponent + 1};
}

/// Writes `count` digits of m * 2^k at `out`, without a point, and returns
/// the exponent of the first.
template <class Format>
[[gnu::noinline]] constexpr int write_exact_significant(
    char* out, typename Format::significand m, int k, int count) noexcept {
  exact_digits<Format> source(m, k);
  // 10^power is the unit of the chunk.
  int power = chunk_digits * source.whole_count();
  std::uint64_t chunk = 0;
  while (chunk == 0) {
    chunk = source.next();
    power -= chunk_digits;
  }
  int const have = static_cast<int>(digits_of(chunk));
  bool const carry = write_rounded(out, out, out + count, chunk, have, source);
  // Rounding has turned 9.99 into 0.00.
  if (carry) *out = '1';
  return power + have - 1 + carry;
}

/// As write_exact_significant, by the fastest method that decides; zero has the
/// exponent 0. Stores bytes up to `out + count + padded_slack`.
template <class Format>
constexpr int write_significant(char* out, typename Format::significand m,
                                int k, int count) noexcept {
  if (m == 0) {
    write_zeros(out, out + count);
    return 0;
  }
  if constexpr (Format::precision <= 64) {
    if (RILL_LIKELY(count <= most_scaled_digits)) {
      scaled_digits const digits = scale_digits<Format>(m, k, count);
      if (RILL_LIKELY(digits.n != 0)) {
        write_padded(out, digits.n, count);
        return digits.exponent;
      }
    }
  }
  // For larger |k|, exact_digits would compute many digits after these, or many
  // zeros before them.
  if constexpr (Format::greatest_exponent > 1023) {
    int exponent = 0;
    if (count <= most_long_digits && (k > 256 || k < -512) &&
        write_long_significant(out, m, k, count, exponent))
      return exponent;
  }
  return write_exact_significant<Format>(out, m, k, count);
}

// A floating-point number with a given number of digits after the point.

// The most digits of write_everyday_fixed: one fewer than fit in 64 bits, so
// that a number below 2^-64 is below half a unit of the last digit.
inline constexpr int everyday_digits = 18;

#if RILL_LITTLE_ENDIAN
// A price has one to three digits after the point and at most eight in all.
inline constexpr std::uint64_t price_limit = 100000000;

// Writes n / 10^digits, 1 <= digits <= 3. Shifts the leading zeros out of eight
// digits, except the one before the point. Then stores the point and the digits
// after it over them. Stores at most 16 bytes.
template <class Digits>
inline char* place_price(char* out, std::uint64_t n, Digits digits) noexcept {
  std::uint64_t const text = eight_digits(n);
  auto const behind = static_cast<unsigned>(8 * digits);
  // A bit in the digit before the point, so that it is no leading zero.
  std::uint64_t const kept = std::uint64_t{0x40} << (56 - behind);
  auto const zeros = static_cast<unsigned>(
                         __builtin_ctzll((text ^ 0x3030303030303030) | kept)) &
                     56;
  std::uint64_t const whole = text >> zeros;
  std::uint64_t const point = text >> (64 - behind) << 8 | '.';
  __builtin_memcpy(out, &whole, 8);
  out += 8 - ((zeros + behind) >> 3);
  __builtin_memcpy(out, &point, 8);
  return out + digits + 1;
}
#endif

/// Writes m * 2^k, which must be below 2^64, with `digits` digits. Requires k
/// <= 0 and 0 <= digits <= everyday_digits. The fraction is multiplied by the
/// power of ten and then truncated; the rounding looks at the exact rest.
template <class = void>
constexpr char* write_everyday_fixed(char* out, std::uint64_t m, int k,
                                     int digits) noexcept {
  unsigned const s = static_cast<unsigned>(-k);
  std::uint64_t const power = powers_of_ten.of[digits];
  std::uint64_t whole = 0, fraction = 0;
  bool up = false;
  if (RILL_LIKELY(s < 64)) {
    std::uint64_t const unit = std::uint64_t{1} << s;
    whole = m >> s;
    u128_parts const product = multiply(m & (unit - 1), power);
    // Two shifts, because s can be 0.
    fraction = product.high << 1 << (63 - s) | product.low >> s;
    std::uint64_t const rest = product.low & (unit - 1), half = unit >> 1;
    std::uint64_t const odd = digits ? fraction & 1 : whole & 1;
    // s = 0: rest and half are 0, and so is the fraction.
    up = s != 0 && rest + odd > half;
  } else if (s < 128) {
    u128_parts const product = multiply(m, power);
    std::uint64_t const unit = std::uint64_t{1} << (s - 64);
    fraction = product.high >> (s - 64);
    u128_parts const rest = {product.high & (unit - 1), product.low};
    u128_parts const half = {unit >> 1, s == 64 ? std::uint64_t{1} << 63 : 0};
    std::uint64_t const odd = fraction & 1;
    up = rest.high > half.high ||
         (rest.high == half.high &&
          (rest.low > half.low || (rest.low == half.low && odd)));
  }
  fraction += up;
  // All nines become 0 and carry 1 before the point. Without digits, the power
  // is 1.
  bool const carry = fraction >= power;
  fraction -= carry ? power : 0;
  out = write_decimal(out, whole + carry);
  if (digits == 0) return out;
  *out++ = '.';
  return write_padded(out, fraction, digits);
}

/// As write_everyday_fixed, for every number and any number of digits.
template <class Format>
[[gnu::noinline]] constexpr char* write_exact_fixed(
    char* out, typename Format::significand m, int k, int digits) noexcept {
  exact_digits<Format> source(m, k);
  char* at = out;
  if (source.whole_count() == 0) {
    *at++ = '0';
  } else {
    at = plain_write(at, source.next(), 10u, false);
    while (source.whole_count() != 0)
      at = write_padded(at, source.next(), chunk_digits);
  }
  if (digits != 0) *at++ = '.';
  char* const end = at + digits;
  if (write_rounded(out, at, end, 0, 0, source)) {
    // Rounding has turned 9.99 into 0.00.
    for (char* i = end; i != out; --i) i[0] = i[-1];
    *out = '1';
    // The point keeps its distance from the end.
    return end + 1;
  }
  return end;
}

/// Writes m * 2^k with `digits` digits after the point.
template <class Format>
constexpr char* write_fixed_digits(char* out, typename Format::significand m,
                                   int k, int digits) noexcept {
  if constexpr (Format::precision <= 64) {
    if (RILL_LIKELY(digits <= everyday_digits)) {
#if RILL_LITTLE_ENDIAN
      // m * 1000 fits in 64 bits; 0 < -k < 64.
      if (!std::is_constant_evaluated() &&
          static_cast<unsigned>(digits - 1) < 3 &&
          static_cast<unsigned>(-k - 1) < 63 && std::uint64_t{m} >> 54 == 0) {
        std::uint64_t const product = m * powers_of_ten.of[digits];
        std::uint64_t const half = std::uint64_t{1} << (-k - 1);
        std::uint64_t n = product >> -k;
        n += (product & (2 * half - 1)) + (n & 1) > half;
        if (RILL_LIKELY(n < price_limit))
          return place_price(out, n, std::ptrdiff_t{digits});
      }
#endif
      if (RILL_LIKELY(k <= 0)) return write_everyday_fixed(out, m, k, digits);
      // Whole numbers below 2^64.
      if (k < 64 && std::uint64_t{m} >> (64 - k) == 0)
        return write_everyday_fixed(out, std::uint64_t{m} << k, 0, digits);
    }
  }
  return write_exact_fixed<Format>(out, m, k, digits);
}

// Rounded digits in the forms of printf's %e and %g.
//
// No allocation, no exception, constexpr.

/// The most digits that an exact value can have. m * 2^-s has s digits after
/// the point, and the largest s gives the most: each doubling removes one digit
/// after the point and adds less than one before it.
template <class Format>
inline constexpr int most_significant =
    floor_log10_of_power_of_two(Format::precision + Format::least_exponent) +
    1 - Format::least_exponent;
static_assert(most_significant<float_format<float>> == 112);
static_assert(most_significant<float_format<double>> == 767);

// The bytes stored beyond a text, and all characters other than digits: sign,
// point, 0.000 and e-16445.
inline constexpr std::size_t form_slack = 32;

// Copies to a lower address; the regions may overlap.
constexpr char* move_down(char* to, char const* from, int count) noexcept {
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    __builtin_memmove(to, from, static_cast<std::size_t>(count));
    return to + count;
  }
#endif
  for (int i = 0; i != count; ++i) *to++ = *from++;
  return to;
}

/// Writes d.ddde+XX. Digits beyond the exact ones are zeros.
template <class Format>
constexpr char* write_scientific_digits(char* out,
                                        typename Format::significand m, int k,
                                        int digits, char mark) noexcept {
  constexpr int most = most_significant<Format> - 1;
  int const made = digits < most ? digits : most;
  int const exponent = write_significant<Format>(out + 1, m, k, made + 1);
  out[0] = out[1];
  char* at = out + 1;
  if (digits != 0) {
    out[1] = '.';
    at = write_zeros(out + 2 + made, out + 2 + digits);
  }
  return write_exponent(at, exponent, mark);
}

/// Writes the plain form or the one with an exponent, without trailing zeros.
template <class Format>
constexpr char* write_general_digits(char* out, typename Format::significand m,
                                     int k, int digits, char mark) noexcept {
  constexpr int most = most_significant<Format>;
  // Above the final place of the digits, so that they only move down.
  char* const text = out + 6;
  int count = digits < most ? digits : most;
  int const exponent = write_significant<Format>(text, m, k, count);
  while (count > 1 && text[count - 1] == '0') --count;
  if (exponent < -4 || exponent >= digits) {
    *out++ = text[0];
    if (count > 1) {
      *out++ = '.';
      out = move_down(out, text + 1, count - 1);
    }
    return write_exponent(out, exponent, mark);
  }
  if (exponent < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int i = -1; i != exponent; --i) *out++ = '0';
    return move_down(out, text, count);
  }
  int const whole = exponent + 1;
  if (count <= whole) {
    out = move_down(out, text, count);
    return write_zeros(out, out + (whole - count));
  }
  out = move_down(out, text, whole);
  *out++ = '.';
  return move_down(out, text + whole, count - whole);
}

}  // namespace detail

// Writing a floating-point number with a given number of digits.
//
// Contract of all functions: the text is the exact binary value, rounded to
// nearest, ties to even, in every rounding mode. It is what printf writes in
// the C locale, except that a nan has no sign. Infinities are inf and -inf, a
// nan is nan, minus zero is -0. Digits below 0 count as 0. `upper` writes E, P,
// 0X, INF and NAN for e, p, 0x, inf and nan, and hexadecimal digits in capital
// letters. Bytes from `out` on may be overwritten up to the size that the
// function of the same stem returns, none before `out`.
//
// No allocation, no exception, constexpr.

/// The fewest digits with which the text of every T is exact: all further
/// digits are zeros (those of scientific and hexfloat stand before the
/// exponent). The sizes below count all of them.
template <floating T>
inline constexpr int fixed_exact_digits =
    -detail::float_format<T>::least_exponent;
template <floating T>
inline constexpr int scientific_exact_digits =
    detail::most_significant<detail::float_format<T>> - 1;
template <floating T>
inline constexpr int hexfloat_exact_digits =
    detail::hex_layout<detail::float_format<T>>::digits;

/// The bytes from `out` on that write_fixed(out, x, digits) may touch.
template <floating T>
constexpr std::size_t fixed_size(T x, int digits) noexcept {
  using format = detail::float_format<T>;
  // |x| < 2^bits, which is 10 times 10^whole or less.
  int const bits = detail::take_apart(x).k + format::precision;
  int const whole = bits > 0 ? detail::floor_log10_of_power_of_two(bits) : 0;
  return detail::form_slack + static_cast<std::size_t>(whole) +
         static_cast<std::size_t>(digits < 0 ? 0 : digits);
}
/// As fixed_size(x, digits), for any `x` of the type.
template <floating T>
constexpr std::size_t fixed_size(int digits) noexcept {
  using format = detail::float_format<T>;
  return detail::form_slack +
         static_cast<std::size_t>(detail::floor_log10_of_power_of_two(
             format::greatest_exponent + format::precision)) +
         static_cast<std::size_t>(digits < 0 ? 0 : digits);
}

/// The bytes from `out` on that write_scientific(out, x, digits) may touch,
/// for any `x`.
template <floating T>
constexpr std::size_t scientific_size(int digits) noexcept {
  return detail::form_slack + static_cast<std::size_t>(digits < 0 ? 0 : digits);
}
template <floating T>
constexpr std::size_t scientific_size(T, int digits) noexcept {
  return scientific_size<T>(digits);
}

/// The bytes from `out` on that write_general(out, x, digits) may touch, for
/// any `x`. Does not grow beyond the digits that a value can have.
template <floating T>
constexpr std::size_t general_size(int digits) noexcept {
  constexpr int most = detail::most_significant<detail::float_format<T>>;
  return detail::form_slack + static_cast<std::size_t>(digits < 0      ? 0
                                                       : digits < most ? digits
                                                                       : most);
}
template <floating T>
constexpr std::size_t general_size(T, int digits) noexcept {
  return general_size<T>(digits);
}

/// The bytes from `out` on that write_hexfloat(out, x, digits) may touch, for
/// any `x`.
template <floating T>
constexpr std::size_t hexfloat_size(int digits = -1) noexcept {
  return detail::form_slack +
         static_cast<std::size_t>(digits < 0 ? hexfloat_exact_digits<T>
                                             : digits);
}
template <floating T>
constexpr std::size_t hexfloat_size(T, int digits) noexcept {
  return hexfloat_size<T>(digits);
}

namespace detail {

// Writes a number that is not finite, or the sign and then write(out, m, k).
template <floating T, class Write>
constexpr char* with_sign(char* out, T x, bool upper, Write write) noexcept {
  auto const parts = take_apart(x);
  if (RILL_UNLIKELY(!parts.is_finite))
    return write_not_finite(out, parts, upper);
  *out = '-';
  return write(out + parts.negative, parts.m, parts.k);
}

}  // namespace detail

/// Writes `x` with `digits` digits after the point, as printf's %.Nf:
/// write_fixed(out, 2.675, 2) writes 2.67. Returns the end.
template <floating T>
constexpr char* write_fixed(char* out, T x, int digits,
                            bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_fixed_digits<detail::float_format<T>>(
        at, m, k, digits < 0 ? 0 : digits);
  });
}

/// Writes `x` with one digit before the point, `digits` after it and an
/// exponent of at least two digits, as printf's %.Ne: write_scientific(out,
/// 1234.5, 3) writes 1.234e+03. Returns the end.
template <floating T>
constexpr char* write_scientific(char* out, T x, int digits,
                                 bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_scientific_digits<detail::float_format<T>>(
        at, m, k, digits < 0 ? 0 : digits, upper ? 'E' : 'e');
  });
}

/// Writes `x` with `digits` significant digits (0 means 1), without trailing
/// zeros, as printf's %.Ng: with an exponent if that is below -4 or not below
/// `digits`, plain otherwise. write_general(out, 0.00012345678, 6) writes
/// 0.000123457. Returns the end.
template <floating T>
constexpr char* write_general(char* out, T x, int digits,
                              bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_general_digits<detail::float_format<T>>(
        at, m, k, digits < 1 ? 1 : digits, upper ? 'E' : 'e');
  });
}

/// Writes `x` in hexadecimal with `digits` digits after the point, as printf's
/// %.Na; below 0, with as many as needed, as %a: 1.0 is 0x1p+0. Types narrower
/// than double are written as a double. Returns the end.
template <floating T>
constexpr char* write_hexfloat(char* out, T x, int digits = -1,
                               bool upper = false) noexcept {
  return detail::with_sign(out, x, upper, [=](char* at, auto m, int k) {
    return detail::write_hex_digits<detail::float_format<T>>(at, m, k, digits,
                                                             upper);
  });
}

}  // namespace rill::inline RILL_BUILD

#endif
