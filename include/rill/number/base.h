// rill/number/base.h: writing an integer in any base from 2 to 36.
//
// Floor 2. No allocation, no exception, constexpr. A negative number is '-'
// and its magnitude, in every base. Tests: test/number/base_test.cpp.
#ifndef RILL_NUMBER_BASE_H
#define RILL_NUMBER_BASE_H

#include <type_traits>  // std::is_constant_evaluated

#include "decimal.h"
#include "plain.h"
#include "result.h"
#if RILL_LITTLE_ENDIAN
#include "kernel/generic/base.h"
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// The bits of a digit of the bases that have a fast path; 0 for the others.
constexpr int digit_bits(unsigned base) noexcept {
  return base == 2 ? 1 : base == 8 ? 3 : base == 16 ? 4 : 0;
}

}  // namespace detail

/// The bytes from `out` on that write_base<base>(out, T) may touch.
template <integer T, unsigned base>
  requires(base >= 2 && base <= 36)
inline constexpr std::size_t base_size =
    base == 10
        ? decimal_size<T>
        : 1 + 7 +
              detail::plain_digits(
                  detail::greatest_magnitude<T>(detail::is_signed_integer<T>),
                  base);

/// Returns how many characters write_base<base> writes, the sign included.
template <unsigned base, integer T>
  requires(base >= 2 && base <= 36)
constexpr unsigned base_digits(T n) noexcept {
  if constexpr (base == 10) return decimal_digits(n);
  unsigned const sign = n < 0;
#if RILL_LITTLE_ENDIAN
  constexpr int bits = detail::digit_bits(base);
  if constexpr (bits != 0)
    return sign + detail::binary_digits<bits>(detail::magnitude(n));
#endif
  return sign + detail::plain_digits(detail::magnitude(n), base);
}

/// Writes `n` in `base` at `out`, letters in lower case unless `upper`, and
/// returns the end of its text. Bytes up to `out + base_size<T, base>` may
/// be overwritten, none before `out`.
template <unsigned base, integer T>
  requires(base >= 2 && base <= 36)
constexpr char* write_base(char* out, T n, bool upper = false) noexcept {
  if constexpr (base == 10) return write_decimal(out, n);
  if (n < 0) *out++ = '-';
  auto const u = detail::magnitude(n);
#if RILL_LITTLE_ENDIAN
  constexpr int bits = detail::digit_bits(base);
  if constexpr (bits != 0) {
    if (!std::is_constant_evaluated())
      return detail::write_binary<bits>(out, u, upper);
  }
#endif
  return detail::plain_write(out, u, base, upper);
}

}  // namespace rill::inline RILL_BUILD

#endif
