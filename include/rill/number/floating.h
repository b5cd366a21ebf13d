// rill/number/floating.h: the bits of floating-point numbers, powers of ten,
// and 128-bit integers in two halves.
//
// Layer 2. Tests: test/number/u128_parts_test.cpp,
// test/number/floating_test.cpp, test/number/powers_test.cpp.
#ifndef RILL_NUMBER_FLOATING_H
#define RILL_NUMBER_FLOATING_H

#include "result.h"

// Products of 64-bit numbers, with or without a 128-bit type.
//
// No allocation, no exception, constexpr.

namespace rill::inline RILL_BUILD {
namespace detail {

/// high * 2^64 + low.
struct u128_parts {
  std::uint64_t high;
  std::uint64_t low;
  constexpr bool operator==(u128_parts const&) const = default;
};

/// a * b.
constexpr u128_parts multiply(std::uint64_t a, std::uint64_t b) noexcept {
#if RILL_INT128
  uint128 const product = uint128{a} * b;
  return {static_cast<std::uint64_t>(product >> 64),
          static_cast<std::uint64_t>(product)};
#else
  std::uint64_t const a1 = a >> 32, a0 = a & 0xffffffff;
  std::uint64_t const b1 = b >> 32, b0 = b & 0xffffffff;
  std::uint64_t const low = a0 * b0;
  // Both sums stay below 2^64: (2^32 - 1)^2 + 2 * (2^32 - 1) = 2^64 - 1.
  std::uint64_t const middle = a1 * b0 + (low >> 32);
  std::uint64_t const other = a0 * b1 + (middle & 0xffffffff);
  return {a1 * b1 + (middle >> 32) + (other >> 32),
          other << 32 | (low & 0xffffffff)};
#endif
}

/// The upper 128 bits of the 192-bit product a * b.
constexpr u128_parts multiply_upper(u128_parts a, std::uint64_t b) noexcept {
#if RILL_INT128
  uint128 const sum = uint128{a.high} * b +
                      static_cast<std::uint64_t>((uint128{a.low} * b) >> 64);
  return {static_cast<std::uint64_t>(sum >> 64),
          static_cast<std::uint64_t>(sum)};
#else
  u128_parts upper = multiply(a.high, b);
  std::uint64_t const carry = multiply(a.low, b).high;
  upper.low += carry;
  upper.high += upper.low < carry;
  return upper;
#endif
}

/// (high * 2^64 + low) / divisor and the rest. Requires high < divisor.
struct quotient_and_rest {
  std::uint64_t quotient;
  std::uint64_t rest;
};
constexpr quotient_and_rest divide(u128_parts n,
                                   std::uint64_t divisor) noexcept {
#if RILL_INT128
  uint128 const whole = uint128{n.high} << 64 | n.low;
  return {static_cast<std::uint64_t>(whole / divisor),
          static_cast<std::uint64_t>(whole % divisor)};
#else
  // One bit at a time: only big integers call this.
  std::uint64_t rest = n.high, quotient = 0;
  for (int bit = 63; bit >= 0; --bit) {
    bool const carry = (rest >> 63) != 0;
    rest = rest << 1 | ((n.low >> bit) & 1);
    bool const fits = carry || rest >= divisor;
    if (fits) rest -= divisor;
    quotient = quotient << 1 | static_cast<std::uint64_t>(fits);
  }
  return {quotient, rest};
#endif
}

constexpr int leading_zeros(std::uint64_t n) noexcept {
  return __builtin_clzll(n);  // n is not 0
}

// What a floating-point number is made of.
//
// No allocation, no exception, constexpr. Integer operations take every type
// apart into m * 2^k, so that no rounding mode, no flush-to-zero and no excess
// precision can change a result.

#if RILL_FLOAT128
__extension__ typedef __float128 float128;
#endif
#if RILL_FLOAT16
__extension__ typedef _Float16 float16;
#endif
#if RILL_BFLOAT16
__extension__ typedef __bf16 bfloat16;
#endif

// An IEEE 754 interchange format: the sign, the exponent and the significand
// without its first bit, from the highest bit of `Bits` to the lowest.
template <class Bits, int Precision, int ExponentBits>
struct interchange_format {
  using bits = Bits;
  // The type of m in computations: at least 32 bits.
  using significand = decltype(Bits{} + 0u);
  static constexpr int precision = Precision;  // bits of m, the first included
  static constexpr int exponent_bits = ExponentBits;
  static constexpr bool has_hidden_bit = true;
  static constexpr int greatest_biased = (1 << ExponentBits) - 1;
  // m * 2^k: the k of subnormal numbers, and of the greatest numbers.
  static constexpr int least_exponent =
      3 - (1 << (ExponentBits - 1)) - Precision;
  static constexpr int greatest_exponent = least_exponent + greatest_biased - 2;
};

#if RILL_LONG_DOUBLE_BITS == 64
// The x87 format: 64 bits of significand, the first one stored, then sign and
// exponent.
struct extended_bits {
  std::uint32_t low, high;
  std::uint16_t exponent;
  unsigned char padding[sizeof(long double) - 10];
};
struct extended_format {
  using bits = extended_bits;
  using significand = std::uint64_t;
  static constexpr int precision = 64;
  static constexpr int exponent_bits = 15;
  static constexpr bool has_hidden_bit = false;
  static constexpr int greatest_biased = 0x7fff;
  static constexpr int least_exponent = -16445;
  static constexpr int greatest_exponent = 16320;
};
#endif

// void, but dependent on T. A variable template with this argument is
// instantiated when a function that needs it is used, not when one is declared.
template <class T>
struct void_when_used {
  using type = void;
};
template <class T>
using void_for = typename void_when_used<T>::type;

struct no_format {};
struct double_double {};

template <class T>
struct float_format_of {
  using type = no_format;
};
template <>
struct float_format_of<float> {
  using type = interchange_format<std::uint32_t, 24, 8>;
};
template <>
struct float_format_of<double> {
  using type = interchange_format<std::uint64_t, 53, 11>;
};
#if RILL_LONG_DOUBLE_BITS == 53
template <>
struct float_format_of<long double> : float_format_of<double> {};
#elif RILL_LONG_DOUBLE_BITS == 64
template <>
struct float_format_of<long double> {
  using type = extended_format;
};
#elif RILL_LONG_DOUBLE_BITS == 113 && RILL_INT128
template <>
struct float_format_of<long double> {
  using type = interchange_format<uint128, 113, 15>;
};
#else
template <>
struct float_format_of<long double> {
  using type = double_double;
};
#endif
#if RILL_FLOAT128
template <>
struct float_format_of<float128> {
  using type = interchange_format<uint128, 113, 15>;
};
#endif
#if RILL_FLOAT16
template <>
struct float_format_of<float16> {
  using type = interchange_format<std::uint16_t, 11, 5>;
};
#endif
#if RILL_BFLOAT16
template <>
struct float_format_of<bfloat16> {
  using type = interchange_format<std::uint16_t, 8, 8>;
};
#endif
// The named types of C++23 that are not the same as those above.
#if defined(__STDCPP_FLOAT32_T__)
template <>
struct float_format_of<decltype(0.0f32)> : float_format_of<float> {};
#endif
#if defined(__STDCPP_FLOAT64_T__)
template <>
struct float_format_of<decltype(0.0f64)> : float_format_of<double> {};
#endif
#if defined(__STDCPP_FLOAT128_T__) && RILL_INT128
template <>
struct float_format_of<decltype(0.0f128)> {
  using type = interchange_format<uint128, 113, 15>;
};
#endif

template <class T>
using float_format = typename float_format_of<T>::type;

}  // namespace detail

/// The floating-point types that are read and written: float, double, long
/// double of 53, 64 or 113 bits, and, where the compiler has them, _Float16
/// (std::float16_t), __bf16 (std::bfloat16_t) and __float128 (std::float128_t).
/// A long double that is the sum of two doubles is not supported.
template <class T>
concept floating = requires { detail::float_format<T>::precision; };

namespace detail {

/// A number taken apart: (-1)^negative * m * 2^k.
template <class Significand>
struct float_parts {
  Significand m;  // 0 for zero; the payload of a nan
  int k;          // of zero and subnormal numbers: least_exponent
  bool negative;
  bool is_finite;  // false: m is 0 for infinity, another number for nan
};

template <floating T>
using significand_of = typename float_format<T>::significand;

template <floating T>
constexpr float_parts<significand_of<T>> take_apart(T x) noexcept {
  using format = float_format<T>;
  using significand = significand_of<T>;
  auto const bits = __builtin_bit_cast(typename format::bits, x);
  significand m = 0;
  int biased = 0;
  bool negative = false;
  if constexpr (format::has_hidden_bit) {
    constexpr int stored = format::precision - 1;
    constexpr significand unit = significand{1} << stored;
    m = bits & (unit - 1);
    biased = static_cast<int>(bits >> stored) & format::greatest_biased;
    negative = (bits >> (stored + format::exponent_bits)) != 0;
    if (biased == format::greatest_biased) return {m, 0, negative, false};
    if (biased != 0) m |= unit;
  } else {
    constexpr significand first = significand{1} << 63;
    m = significand{bits.high} << 32 | bits.low;
    biased = bits.exponent & format::greatest_biased;
    negative = (bits.exponent >> 15) != 0;
    // With an exponent but without the first bit, the encoding is invalid for
    // the processor, even as an infinity: read it as nan.
    if (biased != 0 && !(m & first)) return {1, 0, negative, false};
    if (biased == format::greatest_biased)
      return {m & (first - 1), 0, negative, false};
  }
  return {m, format::least_exponent + (biased ? biased - 1 : 0), negative,
          true};
}

/// The inverse of take_apart. Requires for finite numbers: m below
/// 2^precision; k is least_exponent, or at least that with m >=
/// 2^(precision - 1). Infinity: is_finite false and m = 0; any other m makes
/// the quiet nan.
template <floating T>
constexpr T put_together(float_parts<significand_of<T>> parts) noexcept {
  using format = float_format<T>;
  using significand = significand_of<T>;
  constexpr significand unit = significand{1} << (format::precision - 1);
  unsigned biased = format::greatest_biased;
  significand m = parts.m;
  if (parts.is_finite) {
    biased = m >= unit
                 ? static_cast<unsigned>(parts.k - format::least_exponent + 1)
                 : 0;
  } else if constexpr (format::has_hidden_bit) {
    m = m ? unit >> 1 : 0;
  } else {
    m = unit | (m ? unit >> 1 : 0);
  }
  if constexpr (format::has_hidden_bit) {
    using bits = typename format::bits;
    significand whole = m & (unit - 1);
    whole |= static_cast<significand>(biased) << (format::precision - 1);
    whole |= static_cast<significand>(parts.negative)
             << (format::precision - 1 + format::exponent_bits);
    return __builtin_bit_cast(T, static_cast<bits>(whole));
  } else {
    typename format::bits const bits = {
        static_cast<std::uint32_t>(m),
        static_cast<std::uint32_t>(m >> 32),
        static_cast<std::uint16_t>(biased | (parts.negative ? 0x8000u : 0u)),
        {}};
    return __builtin_bit_cast(T, bits);
  }
}

// e * log10(2), e * log2(10) and log10(3/4 * 2^e), rounded down, for every
// exponent of a binary128. The factor is log10(2) to 2e-10.
inline constexpr std::int64_t log10_of_two = 1292913986;  // times 2^32
constexpr int floor_log10_of_power_of_two(int e) noexcept {
  return static_cast<int>((e * log10_of_two) >> 32);
}
constexpr int floor_log2_of_power_of_ten(int e) noexcept {
  return static_cast<int>((std::int64_t{e} * 14267572527) >> 32);
}
constexpr int floor_log10_of_three_quarters(int e) noexcept {
  return static_cast<int>((e * log10_of_two - 536607789) >> 32);
}

// Powers of ten to 128 bits.
//
// No allocation, no exception, constexpr. Writing and reading of floating-point
// numbers share one table, which the compiler computes only in programs that
// use it.

// The 192 highest bits of every 28th power of ten, rounded down, by
// tools/generate_powers.py. Every 28th, because 5^27 is the last power of five
// below 2^64: products with 5^1 to 5^27 give the powers between, rounded down
// at 128 bits. The script proves this for each of them (--check).
inline constexpr int least_power = -364;
inline constexpr int greatest_power = 344;
struct power_major {
  std::uint64_t high, middle, low;
};
template <class>
inline constexpr power_major power_majors[26] = {
    {0xe1afa13afbd14d6d, 0x82189c09a3a1ec21, 0x7a43516213c7e04c},  // 10^-364
    {0xe3e27a444d8d98b7, 0xfd1b1b2308169b25, 0x363b1f2c568dc3e2},  // 10^-336
    {0xe61acf033d1a45df, 0x6fb92487298e33bd, 0xadd7728c20b99bd1},  // 10^-308
    {0xe858ad248f5c22c9, 0xd1b3400f8f9cff68, 0xf910f9f648232f14},  // 10^-280
    {0xea9c227723ee8bcb, 0x465e15a979c1cadc, 0x0a0ce827eac11f2d},  // 10^-252
    {0xece53cec4a314ebd, 0xa4f8bf5635246428, 0x4609ac5c7899ca36},  // 10^-224
    {0xef340a98172aace4, 0x86fb897116c87c34, 0x9c39c1da4c49278d},  // 10^-196
    {0xf18899b1bc3f8ca1, 0xdc44e6c3cb279ac1, 0xf80f36174730ca34},  // 10^-168
    {0xf3e2f893dec3f126, 0x5a89dba3c3efccfa, 0xd8ecb58659be9c90},  // 10^-140
    {0xf64335bcf065d37d, 0x4d4617b5ff4a16d5, 0xaa09501d5954a559},  // 10^-112
    {0xf8a95fcf88747d94, 0x75a44c6397ce912a, 0x33cca6c06b07b74d},  // 10^-84
    {0xfb158592be068d2e, 0xeed6e2f0f0d56712, 0xac2e4f162cfad40a},  // 10^-56
    {0xfd87b5f28300ca0d, 0x8bca9d6e188853fc, 0x76dcb60081ce0fa5},  // 10^-28
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000},  // 10^0
    {0x813f3978f8940984, 0x4000000000000000, 0x0000000000000000},  // 10^28
    {0x82818f1281ed449f, 0xbff8f10e7a8921a4, 0x2000000000000000},  // 10^56
    {0x83c7088e1aab65db, 0x792667c6da79e0fa, 0x0861d3ee22d1cc53},  // 10^84
    {0x850fadc09923329e, 0x03e2cf6bc604ddb0, 0x74a7ef0198791097},  // 10^112
    {0x865b86925b9bc5c2, 0x0b8a2392ba45a9b2, 0x5c6658d409fb8bf7},  // 10^140
    {0x87aa9aff79042286, 0x90fb44d2f05d0842, 0xfb118fc9c217a1d2},  // 10^168
    {0x88fcf317f22241e2, 0x441fece3bdf81f03, 0x12f274928400100d},  // 10^196
    {0x8a5296ffe33cc92f, 0x82bd6b70d99aaa6f, 0xbc10c5c5cda97c8d},  // 10^224
    {0x8bab8eefb6409c1a, 0x1ad089b6c2f7548e, 0x25c7b885ba466e37},  // 10^252
    {0x8d07e33455637eb2, 0xdb0b487b6423e1e8, 0x7ec63730f500b406},  // 10^280
    {0x8e679c2f5e44ff8f, 0x570f09eaa7ea7648, 0x5961db50c6d2b886},  // 10^308
    {0x8fcac257558ee4e6, 0x213a4f0aa5e8a7b1, 0x949063d8a46f0c0e},  // 10^336
};

struct power_of_ten_table {
  u128_parts of[greatest_power - least_power + 1];
};

template <class Void>
constexpr power_of_ten_table make_power_of_ten_table() noexcept {
  power_of_ten_table table{};
  std::uint64_t five = 1;
  for (int i = 0; i != greatest_power - least_power + 1; ++i) {
    power_major const& row = power_majors<Void>[i / 28];
    five = i % 28 ? five * 5 : 1;
    // The upper 192 of the product's 256 bits, then the first 128 of those.
    u128_parts upper = multiply_upper({row.high, row.middle}, five);
    u128_parts const lower = multiply(row.middle, five);
    std::uint64_t const carry = multiply(row.low, five).high;
    std::uint64_t const next = lower.low + carry;
    if (next < carry) upper.high += ++upper.low == 0;
    std::uint64_t const middle = upper.low;
    // five < 2^63 except for 5^27, so the product has leading zeros.
    int const zeros = upper.high ? leading_zeros(upper.high) : 64;
    if (zeros == 64)
      table.of[i] = {middle, next};
    else if (zeros == 0)
      table.of[i] = {upper.high, middle};
    else
      table.of[i] = {upper.high << zeros | middle >> (64 - zeros),
                     middle << zeros | next >> (64 - zeros)};
  }
  return table;
}
template <class Void>
alignas(64) inline constexpr power_of_ten_table power_of_ten_values =
    make_power_of_ten_table<Void>();

/// The 128 highest bits of 10^exponent, rounded down; exact from 10^0 to 10^55.
/// The value is (high * 2^64 + low) * 2^(floor_log2_of_power_of_ten(exponent) -
/// 127). Requires least_power <= exponent <= greatest_power. `User` is any type
/// that depends on a template parameter of the caller: the compiler then
/// computes the table only in programs that use the caller.
template <class User, class Index>
constexpr u128_parts const& power_of_ten(Index exponent) noexcept {
  return power_of_ten_values<void_for<User>>.of[exponent - least_power];
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
