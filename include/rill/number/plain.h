// rill/number/plain.h: the plain twins: one digit at a time, any base.
//
// Floor 2. No allocation, no exception, constexpr. What runs at compile
// time, on big-endian machines and for the types and bases without a fast
// path; the reference that the fast paths are tested against. Tests:
// test/number/decimal_test.cpp, base_test.cpp, parse_test.cpp.
#ifndef RILL_NUMBER_PLAIN_H
#define RILL_NUMBER_PLAIN_H

#include "result.h"

namespace rill::inline RILL_BUILD {
namespace detail {

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
