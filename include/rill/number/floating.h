// rill/number/floating.h: what a floating-point number is made of.
//
// Floor 2. No allocation, no exception, constexpr. Every type is taken apart
// into m * 2^k with integers, so that no rounding mode, no flush-to-zero and
// no excess precision can change a result. Tests: test/number/
// floating_test.cpp.
#ifndef RILL_NUMBER_FLOATING_H
#define RILL_NUMBER_FLOATING_H

#include "result.h"

namespace rill::inline RILL_BUILD {

namespace detail {

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
  // What m is worked on in: never narrower than 32 bits.
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
// The x87 format: 64 bits of significand, the first one written out, then
// sign and exponent.
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

// void, in a way that makes the compiler wait for T: a table that is a
// template of it is made when a function that needs it is used, and not when
// one is declared.
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
/// (std::float16_t), __bf16 (std::bfloat16_t) and __float128
/// (std::float128_t). A long double that is the sum of two doubles is none.
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
    // An exponent without the first bit is no number to the processor, nor
    // an infinity.
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

// floor(e * log10(2)), floor(e * log2(10)), floor(log10(3/4 * 2^e)) for every
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

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
