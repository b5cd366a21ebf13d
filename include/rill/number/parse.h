// rill/number/parse.h: reading one integer from text.
//
// Layer 2. No allocation, no exception, constexpr where marked. Figures:
// bench/number/parse.cpp. Tests: test/number/parse_test.cpp.
#ifndef RILL_NUMBER_PARSE_H
#define RILL_NUMBER_PARSE_H

#include <type_traits>  // std::is_constant_evaluated

#include "digits.h"
#include "result.h"

// Digits to a number, eight bytes at a time.
//
// Little-endian, any processor. Figures: bench/number/parse.cpp.

namespace rill::inline RILL_BUILD {
namespace detail {

// Loads eight bytes, digits as their values.
RILL_ALWAYS_INLINE std::uint64_t load_digits(char const* from) noexcept {
  std::uint64_t word;
  __builtin_memcpy(&word, from, 8);
  return word ^ 0x3030303030303030;
}

// Returns true when all eight bytes are 0 to 9. Adding 0x76 sets bit 7 for 0x0a
// to 0x7f; greater bytes have it already. A byte that carries into the next is
// marked itself.
RILL_ALWAYS_INLINE bool all_digits(std::uint64_t digits) noexcept {
  return ((digits | (digits + 0x7676767676767676)) & 0x8080808080808080) == 0;
}

// Finds the end of the digits quickly: bit 8 * i + 4 of the result is set when
// byte i of load_digits cannot be a digit. In ASCII, digits have bit 4; white
// space, punctuation and most letters do not. all_digits checks the other bytes
// afterwards, off the dependency chain from the end of one number to the first
// byte of the next, which limits the speed.
RILL_ALWAYS_INLINE std::uint64_t end_marks(std::uint64_t digits) noexcept {
  return digits & 0x1010101010101010;
}

// Moves the bytes before the mark to the top; zeros precede them. The mark is
// bit 8 * count + 4, count at most 7: 5 + 63 - mark = 64 - 8 * count.
RILL_ALWAYS_INLINE std::uint64_t keep_digits(std::uint64_t digits,
                                             unsigned mark) noexcept {
  return digits << 5 << (63 - mark);
}

// The value of eight digits, the first in the lowest byte. Each product adds
// a lane times the base to the lane above it: bytes to pairs (at most 99, in
// 16 bits), pairs to fours (9999, in 32), fours to all. What the products
// leave in the lower half of a lane is masked or shifted away.
RILL_ALWAYS_INLINE std::uint64_t eight_value(std::uint64_t digits) noexcept {
  digits = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff00ff00ff;
  digits = (digits * (1 + (100 << 16)) >> 16) & 0x0000ffff0000ffff;
  return digits * (1 + (std::uint64_t{10000} << 32)) >> 32;
}

struct long_run {
  char const* end;  // null: unusual, use plain_parse
  std::uint64_t value;
};

// Appends the one to seven digits before the mark to `value`. The result is
// below 2^64 if `value` is below 10^12.
RILL_ALWAYS_INLINE std::uint64_t append_digits(std::uint64_t value,
                                               std::uint64_t kept,
                                               unsigned count) noexcept {
  return value * powers_of_ten.of[count] + eight_value(kept);
}

// Reads the run of digits at `from`, which is expected to be long: up to 20
// digits, leading zeros included. Reads 24 bytes.
RILL_ALWAYS_INLINE long_run parse_long_run(char const* from) noexcept {
  constexpr long_run unusual{nullptr, 0};
  std::uint64_t const first = load_digits(from);
  std::uint64_t const second = load_digits(from + 8);
  if (RILL_UNLIKELY(!all_digits(first))) {
    // Seven digits after a sign come here too.
    std::uint64_t const marks = end_marks(first);
    if (!marks) return unusual;
    auto const mark = static_cast<unsigned>(__builtin_ctzll(marks));
    std::uint64_t const kept = keep_digits(first, mark);
    if (mark < 8 || !all_digits(kept)) return unusual;
    return {from + (mark >> 3), eight_value(kept)};
  }
  std::uint64_t const marks = end_marks(second);
  if (marks) {
    auto const mark = static_cast<unsigned>(__builtin_ctzll(marks));
    std::uint64_t const kept = keep_digits(second, mark);
    if (RILL_UNLIKELY(!all_digits(kept))) return unusual;
    return {from + 8 + (mark >> 3),
            append_digits(eight_value(first), kept, mark >> 3)};
  }
  std::uint64_t const sixteen =
      eight_value(first) * 100000000 + eight_value(second);
  std::uint64_t const third = load_digits(from + 16);
  auto const mark = static_cast<unsigned>(
      __builtin_ctzll(end_marks(third) | std::uint64_t{1} << 60));
  unsigned const count = mark >> 3;
  std::uint64_t const kept = keep_digits(third, mark);
  std::uint64_t value = 0;
  // Sixteen digits times 10^3 fit in 64 bits; times 10^4 may overflow.
  if (count > 4 || !all_digits(second) || !all_digits(kept) ||
      __builtin_mul_overflow(sixteen, powers_of_ten.of[count], &value) ||
      __builtin_add_overflow(value, eight_value(kept), &value))
    return unusual;
  return {from + 16 + count, value};
}

// As parse_long_run, out of line, for types whose numbers are mostly shorter.
[[gnu::noinline]] inline long_run call_long_run(char const* from) noexcept {
  return parse_long_run(from);
}

}  // namespace detail

/// The bytes from `first` on that parse_decimal_padded must be able to read.
inline constexpr std::size_t decimal_padding = 32;

namespace detail {

template <integer T>
[[gnu::noinline, gnu::cold]] parse_result parse_rare_into(char const* first,
                                                          T& n) noexcept {
  char const* const limit = first + decimal_padding;
  parse_result const result = plain_parse(first, limit, n, 10);
  if (result.end == limit) return {nullptr, number_error::malformed};
  return result;
}

// parse_decimal_padded for all but everyday numbers. Inline, so that the
// caller's n needs no address and can stay in a register.
template <integer T>
RILL_ALWAYS_INLINE parse_result parse_rare(char const* first, T& n) noexcept {
  T value{};
  parse_result const result = parse_rare_into(first, value);
  if (result) n = value;
  return result;
}

}  // namespace detail

/// As parse_integer in base 10, for text that has decimal_padding readable
/// bytes at `first`; reads no further. When the digits reach the last of these
/// bytes, which takes at least 31, the result is malformed with a null `end`:
/// call parse_integer then.
template <integer T>
RILL_ALWAYS_INLINE parse_result parse_decimal_padded(char const* first,
                                                     T& n) noexcept {
#if RILL_LITTLE_ENDIAN
  if constexpr (sizeof(T) <= 8) {
    constexpr bool has_sign = detail::is_signed_integer<T>;
    std::uint64_t digits = detail::load_digits(first);
    std::uint64_t marks = detail::end_marks(digits);
    bool negative = false;
    if constexpr (has_sign) {
      // A sign becomes a leading zero, and its byte marks no end, so the end of
      // the number does not depend on the sign.
      negative = *first == '-';
      digits ^= negative ? std::uint64_t{'-' ^ '0'} : 0;
      marks &= ~std::uint64_t{255};
    }
    char const* at = first;
    std::uint64_t value;
    if (RILL_LIKELY(marks != 0)) {
      auto const mark = static_cast<unsigned>(__builtin_ctzll(marks));
      std::uint64_t const kept = detail::keep_digits(digits, mark);
      unsigned const count = mark >> 3;
      if (RILL_UNLIKELY(!detail::all_digits(kept) || count == negative))
        return detail::parse_rare(first, n);
      value = detail::eight_value(kept);
      at += count;
    } else {
      // '-' and 24 bytes at most: inside the padding.
      detail::long_run const run =
          sizeof(T) == 8 ? detail::parse_long_run(first + negative)
                         : detail::call_long_run(first + negative);
      at = run.end;
      value = run.value;
      // At least seven digits: only here can a value exceed 32 or 64 bits.
      if (RILL_UNLIKELY(!at || value > detail::greatest_magnitude<T>(negative)))
        return detail::parse_rare(first, n);
    }
    if constexpr (sizeof(T) <= 2) {
      if (RILL_UNLIKELY(value > detail::greatest_magnitude<T>(negative)))
        return detail::parse_rare(first, n);
    }
    std::uint64_t const sign = std::uint64_t{0} - negative;
    n = static_cast<T>((value ^ sign) - sign);
    return {at, number_error::none};
  }
#endif
  return detail::parse_rare(first, n);
}

/// Reads the integer at the start of [first, last) in `base` (2 to 36): a
/// '-' if T is signed, then the longest run of digits and letters below the
/// base, in either case. No '+', white space or prefix. Then:
/// - success: `n` is set, `end` is one past the last digit;
/// - no digits: malformed, `end` is `first`;
/// - a T cannot hold it: out_of_range, `end` is one past the last digit.
/// `n` is untouched unless the call succeeds. No byte at or past `last` is
/// read.
template <integer T>
constexpr parse_result parse_integer(char const* first, char const* last, T& n,
                                     int base = 10) noexcept {
  if (!std::is_constant_evaluated() && sizeof(T) <= 8 && base == 10 &&
      last - first >= static_cast<std::ptrdiff_t>(decimal_padding)) {
    parse_result const result = parse_decimal_padded(first, n);
    if (result.end) return result;
  }
  return detail::plain_parse(first, last, n, static_cast<unsigned>(base));
}

}  // namespace rill::inline RILL_BUILD

#endif
