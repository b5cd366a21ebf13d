// rill/number/parse.h: reading one integer from text.
//
// Floor 2. No allocation, no exception, constexpr where marked. Tests:
// test/number/parse_test.cpp; figures: bench/number/parse.cpp.
#ifndef RILL_NUMBER_PARSE_H
#define RILL_NUMBER_PARSE_H

#include "plain.h"
#include "result.h"

namespace rill::inline RILL_BUILD {

/// Reads the integer at the start of [first, last) in `base` (2 to 36): a
/// '-' if T is signed, then the longest run of digits and letters below the
/// base, in either case. No '+', white space or prefix. Then:
/// - success: `n` is set, `end` is one past the last digit;
/// - no digits: malformed, `end` is `first`;
/// - a T cannot hold it: out_of_range, `end` is one past the last digit.
/// `n` is untouched unless the call succeeds. No byte at or past `last` is
/// read.
template <integer T>
constexpr parse_result parse_integer(char const* first, char const* last,
                                     T& n, int base = 10) noexcept {
  return detail::plain_parse(first, last, n, static_cast<unsigned>(base));
}

/// The readable bytes that parse_decimal_padded needs from `first` on.
inline constexpr std::size_t decimal_padding = 32;

/// parse_integer in base 10 for text that has decimal_padding readable bytes
/// at `first`, of which at most those are read. When the digits go on to the
/// last of them, which takes at least 31, the result is malformed with a
/// null `end`: parse_integer must be asked.
template <integer T>
inline parse_result parse_decimal_padded(char const* first, T& n) noexcept {
  char const* limit = first + decimal_padding;
  T value{};
  parse_result result = detail::plain_parse(first, limit, value, 10);
  if (result.end == limit) return {nullptr, number_error::malformed};
  if (result) n = value;
  return result;
}

}  // namespace rill::inline RILL_BUILD

#endif
