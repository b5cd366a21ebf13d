// rill/number/parse.h: reading one integer from text.
//
// Floor 2. No allocation, no exception, constexpr where marked. Tests:
// test/number/parse_test.cpp; figures: bench/number/parse.cpp.
#ifndef RILL_NUMBER_PARSE_H
#define RILL_NUMBER_PARSE_H

#include <type_traits>  // std::is_constant_evaluated

#include "plain.h"
#include "result.h"
#if RILL_LITTLE_ENDIAN
#include "kernel/generic/parse.h"
#endif

namespace rill::inline RILL_BUILD {

/// The readable bytes that parse_decimal_padded needs from `first` on.
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

// parse_decimal_padded for whatever is not an everyday number. Inline, so
// that the address of the caller's n is not needed and n can be a register.
template <integer T>
RILL_ALWAYS_INLINE parse_result parse_rare(char const* first, T& n) noexcept {
  T value{};
  parse_result const result = parse_rare_into(first, value);
  if (result) n = value;
  return result;
}

}  // namespace detail

/// parse_integer in base 10 for text that has decimal_padding readable bytes
/// at `first`, of which at most those are read. When the digits go on to the
/// last of them, which takes at least 31, the result is malformed with a
/// null `end`: parse_integer must be asked.
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
      // A sign becomes a leading zero, and its byte marks no end, so that
      // where the number ends does not wait for whether it is negative.
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
      // At least seven digits: only here can 64 and 32 bits be too few.
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
