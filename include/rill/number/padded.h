// rill/number/padded.h: digits at given places, and what rounding does to
// them.
//
// Floor 2. No allocation, no exception, constexpr. Tests:
// test/number/exact_digits_test.cpp, precise_test.cpp.
#ifndef RILL_NUMBER_PADDED_H
#define RILL_NUMBER_PADDED_H

#include <type_traits>  // std::is_constant_evaluated

#include "exact_digits.h"
#if RILL_LITTLE_ENDIAN
#include "kernel/generic/decimal.h"
#endif

namespace rill::inline RILL_BUILD::detail {

// Behind the last digit, write_padded stores up to so many bytes.
inline constexpr int padded_slack = 8;

#if RILL_LITTLE_ENDIAN
// The last `count` of the eight digits of n; 1 <= count <= 8.
template <class Count>
inline void store_last(char* out, std::uint64_t n, Count count) noexcept {
  std::uint64_t const text = eight_digits(n) >> (64 - 8 * count);
  __builtin_memcpy(out, &text, 8);
}
#endif

/// Writes n < 10^count as `count` digits, 0 <= count <= 19.
template <class Count>
constexpr char* write_padded(char* out, std::uint64_t n, Count count) noexcept {
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    char* const end = out + count;
    if (count <= 8) {
      if (count != 0) store_last(out, n, count);
      return end;
    }
    // What is stored too much is overwritten by the next eight.
    std::uint64_t const upper = n / 100000000;
    if (count <= 16) {
      store_last(out, upper, count - 8);
    } else {
      std::uint64_t const top = upper / 100000000;
      store_last(out, top, count - 16);
      write_eight(end - 16, upper - top * 100000000);
    }
    return write_eight(end - 8, n - upper * 100000000);
  }
#endif
  for (Count i = count; i != 0; n /= 10)
    out[--i] = static_cast<char>('0' + n % 10);
  return out + count;
}

/// Writes zeros up to `end`.
constexpr char* write_zeros(char* out, char* end) noexcept {
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    __builtin_memset(out, '0', static_cast<std::size_t>(end - out));
    return end;
  }
#endif
  while (out != end) *out++ = '0';
  return end;
}

/// Adds one to the last digit of [first, last), which may have a point among
/// its digits. Returns whether all were nines, and now are zeros.
template <class = void>
constexpr bool increment(char* first, char* last) noexcept {
  while (last != first) {
    --last;
    if (*last == '9') {
      *last = '0';
    } else if (*last != '.') {
      ++*last;
      return false;
    }
  }
  return true;
}

// Whether the digit before `end` is even; a point may be between.
constexpr bool is_even(char const* end) noexcept {
  char const last = end[-1] == '.' ? end[-2] : end[-1];
  return (last - '0') % 2 == 0;
}

/// Writes the digits of a number between `at` and `end`, rounded to nearest,
/// ties to even; `first` is where its digits begin, `chunk` the next `have`
/// of them, and `source` the others. Returns what increment does.
template <class Source>
constexpr bool write_rounded(char* first, char* at, char* end,
                             std::uint64_t chunk, int have,
                             Source& source) noexcept {
  while (end - at >= have) {
    at = write_padded(at, chunk, have);
    if (!source.has_more()) {
      write_zeros(at, end);
      return false;
    }
    chunk = source.next();
    have = chunk_digits;
  }
  int const left = static_cast<int>(end - at);
  std::uint64_t const divisor = powers_of_ten.of[have - left];
  std::uint64_t const head = chunk / divisor, rest = chunk % divisor;
  write_padded(at, head, left);
  // Not 2 * rest, which can be more than 64 bits hold. The divisor is even.
  std::uint64_t const half = divisor / 2;
  if (rest < half || (rest == half && !source.has_more() && is_even(end)))
    return false;
  return increment(first, end);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
