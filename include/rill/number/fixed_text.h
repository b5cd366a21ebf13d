// rill/number/fixed_text.h: a floating-point number with so many digits
// behind the point.
//
// Floor 2. No allocation, no exception, constexpr. Tests:
// test/number/precise_test.cpp.
#ifndef RILL_NUMBER_FIXED_TEXT_H
#define RILL_NUMBER_FIXED_TEXT_H

#include "decimal.h"
#include "padded.h"

namespace rill::inline RILL_BUILD::detail {

// The most digits of write_everyday_fixed: one less than fit in 64 bits, so
// that a number too small to be shifted is below half a unit of them.
inline constexpr int everyday_digits = 18;

#if RILL_LITTLE_ENDIAN
// Prices: one to three digits, and all of them below 10^8.
inline constexpr std::uint64_t price_limit = 100000000;

// n / 10^digits, 1 <= digits <= 3: eight digits are shifted so that the
// zeros in front are gone, all but the one before the point; then the point
// and what is behind it are stored over them. 16 bytes at most.
template <class Digits>
inline char* place_price(char* out, std::uint64_t n, Digits digits) noexcept {
  std::uint64_t const text = eight_digits(n);
  auto const behind = static_cast<unsigned>(8 * digits);
  // A bit in the digit before the point: it counts as one that is not 0.
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

/// m * 2^k with `digits` digits, where it is below 2^64, which needs m <
/// 2^64 and k <= 0; 0 <= digits <= everyday_digits. What is behind the point
/// is multiplied by the power of ten, and then cut: both are exact.
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
    wide const product = multiply(m & (unit - 1), power);
    // Twice, because s can be 0.
    fraction = product.high << 1 << (63 - s) | product.low >> s;
    std::uint64_t const rest = product.low & (unit - 1), half = unit >> 1;
    std::uint64_t const odd = digits ? fraction & 1 : whole & 1;
    // s = 0: rest and half are 0, and so is the fraction.
    up = s != 0 && rest + odd > half;
  } else if (s < 128) {
    wide const product = multiply(m, power);
    std::uint64_t const unit = std::uint64_t{1} << (s - 64);
    fraction = product.high >> (s - 64);
    wide const rest = {product.high & (unit - 1), product.low};
    wide const half = {unit >> 1, s == 64 ? std::uint64_t{1} << 63 : 0};
    std::uint64_t const odd = fraction & 1;
    up = rest.high > half.high ||
         (rest.high == half.high &&
          (rest.low > half.low || (rest.low == half.low && odd)));
  }
  fraction += up;
  // All nines become 0, and 1 more before the point; without digits the
  // power is 1.
  bool const carry = fraction >= power;
  fraction -= carry ? power : 0;
  out = write_decimal(out, whole + carry);
  if (digits == 0) return out;
  *out++ = '.';
  return write_padded(out, fraction, digits);
}

/// The same for every number and any number of digits.
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
    // 9.99 is 0.00 now.
    for (char* i = end; i != out; --i) i[0] = i[-1];
    *out = '1';
    // The point is where it was.
    return end + 1;
  }
  return end;
}

/// m * 2^k with `digits` digits behind the point.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
