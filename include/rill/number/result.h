// rill/number/result.h: which types are integers, and the results of parsing.
//
// Layer 2. No allocation, no exception, constexpr. Every file of number/ uses
// it. Tests: test/number/parse_test.cpp, test/number/decimal_test.cpp,
// base_test.cpp, parse_test.cpp.
#ifndef RILL_NUMBER_RESULT_H
#define RILL_NUMBER_RESULT_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint32_t, std::uint64_t

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// Why a number could not be read.
enum class number_error : unsigned char {
  none,          ///< the number was read
  malformed,     ///< no number is at the start of the text
  out_of_range,  ///< the type cannot hold the number
};

/// Where reading a number stopped, and whether it succeeded.
struct parse_result {
  char const* end;     ///< one past the last byte that was part of it
  number_error error;  ///< number_error::none on success
  constexpr explicit operator bool() const noexcept {
    return error == number_error::none;
  }
};

/// How many integers parse_many read, and where it stopped.
struct bulk_result {
  char const* end;     ///< just after the last integer that was read
  std::size_t parsed;  ///< how many were read
};

namespace detail {

#if RILL_INT128
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
#endif

// Listed one by one, because std::is_integral<__int128> depends on -std=gnu.
template <class T>
inline constexpr bool is_integer = false;
template <>
inline constexpr bool is_integer<signed char> = true;
template <>
inline constexpr bool is_integer<unsigned char> = true;
template <>
inline constexpr bool is_integer<short> = true;
template <>
inline constexpr bool is_integer<unsigned short> = true;
template <>
inline constexpr bool is_integer<int> = true;
template <>
inline constexpr bool is_integer<unsigned int> = true;
template <>
inline constexpr bool is_integer<long> = true;
template <>
inline constexpr bool is_integer<unsigned long> = true;
template <>
inline constexpr bool is_integer<long long> = true;
template <>
inline constexpr bool is_integer<unsigned long long> = true;
#if RILL_INT128
template <>
inline constexpr bool is_integer<int128> = true;
template <>
inline constexpr bool is_integer<uint128> = true;
#endif

}  // namespace detail

/// The integers that are numbers: every standard integer type but bool and
/// the character types (signed char and unsigned char are numbers), and
/// both 128-bit integers where the compiler has them.
template <class T>
concept integer = detail::is_integer<T>;

namespace detail {

template <std::size_t bytes>
struct magnitude_of {
  using type = std::uint32_t;
};
template <>
struct magnitude_of<8> {
  using type = std::uint64_t;
};
#if RILL_INT128
template <>
struct magnitude_of<16> {
  using type = uint128;
};
#endif

// The unsigned type for |n| of a T: 32, 64 or 128 bits.
template <integer T>
using magnitude_t = typename magnitude_of<sizeof(T)>::type;

template <integer T>
inline constexpr bool is_signed_integer = static_cast<T>(-1) < T{0};

// |n|. Correct for the smallest value too: 0 - 2^k is 2^k modulo 2^(k+1),
// because the conversion to the wider or equal unsigned type extends the sign.
template <integer T>
constexpr magnitude_t<T> magnitude(T n) noexcept {
  using U = magnitude_t<T>;
  if constexpr (is_signed_integer<T>) {
    if (n < 0) return U{0} - static_cast<U>(n);
  }
  return static_cast<U>(n);
}

// The greatest |n| of a T: 2^k - 1, and 2^k for a negative number.
template <integer T>
constexpr magnitude_t<T> greatest_magnitude(bool negative) noexcept {
  using U = magnitude_t<T>;
  constexpr int value_bits =
      static_cast<int>(sizeof(T)) * 8 - (is_signed_integer<T> ? 1 : 0);
  constexpr U most = static_cast<U>(
      static_cast<U>(-1) >> (static_cast<int>(sizeof(U)) * 8 - value_bits));
  return static_cast<U>(most + static_cast<U>(negative));
}

// Reference functions: one digit at a time, any base.
//
// No allocation, no exception, constexpr. They run in constant evaluation, on
// big-endian machines and for types and bases without a fast path. Tests
// compare the fast paths with them.

template <class U>
constexpr unsigned plain_digits(U n, unsigned base) noexcept {
  unsigned count = 1;
  while (n >= base) n = static_cast<U>(n / base), ++count;
  return count;
}

// Writes exactly plain_digits(n, base) bytes.
template <class U>
constexpr char* plain_write(char* out, U n, unsigned base,
                            bool upper) noexcept {
  char const* letters = upper ? "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              : "0123456789abcdefghijklmnopqrstuvwxyz";
  char* end = out + plain_digits(n, base);
  for (char* at = end; at != out; n = static_cast<U>(n / base))
    *--at = letters[static_cast<unsigned>(n % base)];
  return end;
}

// The value of a digit or letter; 255 for anything else.
constexpr unsigned plain_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A') + 10;
  return 255;
}

template <integer T>
constexpr parse_result plain_parse(char const* first, char const* last, T& n,
                                   unsigned base) noexcept {
  using U = magnitude_t<T>;
  char const* at = first;
  bool negative = false;
  if constexpr (is_signed_integer<T>) {
    negative = at != last && *at == '-';
    at += negative;
  }
  char const* digits = at;
  U value = 0;
  bool overflow = false;
  for (; at != last; ++at) {
    unsigned digit = plain_digit(*at);
    if (digit >= base) break;
    overflow |= __builtin_mul_overflow(value, U{base}, &value);
    overflow |= __builtin_add_overflow(value, U{digit}, &value);
  }
  if (at == digits) return {first, number_error::malformed};
  if (overflow || value > greatest_magnitude<T>(negative))
    return {at, number_error::out_of_range};
  n = static_cast<T>(negative ? U{0} - value : value);
  return {at, number_error::none};
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
