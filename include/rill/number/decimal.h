// rill/number/decimal.h: writing an integer in decimal.
//
// Floor 2. No allocation, no exception, constexpr. A call is inline for what
// is below 10^8, without a branch on the number of digits, and a function
// for the rest. Tests: test/number/decimal_test.cpp; figures:
// bench/number/decimal.cpp.
#ifndef RILL_NUMBER_DECIMAL_H
#define RILL_NUMBER_DECIMAL_H

#include <type_traits>  // std::is_constant_evaluated

#include "digits.h"
#include "plain.h"
#include "result.h"
#if RILL_LITTLE_ENDIAN
#include "kernel/decimal.h"
#endif

namespace rill::inline RILL_BUILD {

/// The bytes from `out` on that write_decimal<T> may touch. More than the
/// longest text, because whole words are stored.
template <integer T>
inline constexpr std::size_t decimal_size = sizeof(T) <= 4   ? 16
                                            : sizeof(T) == 8 ? 24
                                                             : 48;

/// Returns how many characters write_decimal writes, the sign included.
template <integer T>
constexpr unsigned decimal_digits(T n) noexcept {
  unsigned const sign = n < 0;
  return sign + detail::digits_of(detail::magnitude(n));
}

namespace detail {

#if RILL_LITTLE_ENDIAN
#if RILL_INT128
// The upper digits, then 16 or 32 more. At most 1 + 20 + 16 or 7 + 32 bytes.
[[gnu::noinline]] inline char* write_128(char* out, uint128 n) noexcept {
  constexpr std::uint64_t unit = 10000000000000000;  // 10^16
  if (!(n >> 64)) return write_long(out, static_cast<std::uint64_t>(n));
  uint128 upper = n / unit;
  auto const low = static_cast<std::uint64_t>(n - upper * unit);
  if (upper >> 64) {
    uint128 const top = upper / unit;  // below 2^128 / 10^32 < 3402824
    auto const middle = static_cast<std::uint64_t>(upper - top * unit);
    out = write_below_1e8(out, static_cast<std::uint64_t>(top));
    out = write_eight(out, middle / 100000000);
    out = write_eight(out, middle % 100000000);
  } else {
    out = write_long(out, static_cast<std::uint64_t>(upper));
  }
  out = write_eight(out, low / 100000000);
  return write_eight(out, low % 100000000);
}
#endif

template <class U, std::size_t bytes>
inline char* write_magnitude(char* out, U n) noexcept {
  if constexpr (bytes <= 2) {
    return write_below_1e6(out, n);
  } else if constexpr (bytes <= 4) {
    return RILL_LIKELY(n < 100000000) ? write_below_1e8(out, n)
                                      : write_9_or_10(out, n);
  } else if constexpr (bytes <= 8) {
    return n < 100000000 ? write_below_1e8(out, n) : write_long(out, n);
  } else {
    return write_128(out, n);
  }
}
#endif

}  // namespace detail

/// Writes `n` at `out` and returns the end of its text. Bytes up to
/// `out + decimal_size<T>` may be overwritten, none before `out`.
template <integer T>
constexpr char* write_decimal(char* out, T n) noexcept {
  auto const u = detail::magnitude(n);
#if RILL_LITTLE_ENDIAN
  if (!std::is_constant_evaluated()) {
    if constexpr (detail::is_signed_integer<T>) {
      *out = '-';  // overwritten unless it is kept: no branch on the sign
      out += n < 0;
    }
    return detail::write_magnitude<decltype(u + 0), sizeof(T)>(out, u);
  }
#endif
  if (n < 0) *out++ = '-';
  return detail::plain_write(out, u, 10, false);
}

}  // namespace rill::inline RILL_BUILD

#endif
