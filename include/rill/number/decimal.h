// rill/number/decimal.h: writing an integer in decimal.
//
// Floor 2. No allocation, no exception, constexpr. Tests:
// test/number/decimal_test.cpp; figures: bench/number/decimal.cpp.
#ifndef RILL_NUMBER_DECIMAL_H
#define RILL_NUMBER_DECIMAL_H

#include "plain.h"
#include "result.h"

namespace rill::inline RILL_BUILD {

/// The bytes from `out` on that write_decimal<T> may touch. More than the
/// longest text, because whole words are stored.
template <integer T>
inline constexpr std::size_t decimal_size =
    sizeof(T) <= 4 ? 16 : sizeof(T) == 8 ? 24 : 48;

/// Returns how many characters write_decimal writes, the sign included.
template <integer T>
constexpr unsigned decimal_digits(T n) noexcept {
  unsigned const sign = n < 0;
  return sign + detail::plain_digits(detail::magnitude(n), 10);
}

/// Writes `n` at `out` and returns the end of its text. Bytes up to
/// `out + decimal_size<T>` may be overwritten, none before `out`.
template <integer T>
constexpr char* write_decimal(char* out, T n) noexcept {
  if (n < 0) *out++ = '-';
  return detail::plain_write(out, detail::magnitude(n), 10, false);
}

}  // namespace rill::inline RILL_BUILD

#endif
