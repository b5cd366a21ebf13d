// rill/number/base.h: writing an integer in any base from 2 to 36.
//
// Floor 2. No allocation, no exception, constexpr. A negative number is '-'
// and its magnitude, in every base. Tests: test/number/base_test.cpp.
#ifndef RILL_NUMBER_BASE_H
#define RILL_NUMBER_BASE_H

#include "plain.h"
#include "result.h"

namespace rill::inline RILL_BUILD {

/// The bytes from `out` on that write_base<base>(out, T) may touch.
template <integer T, unsigned base>
  requires(base >= 2 && base <= 36)
inline constexpr std::size_t base_size =
    detail::plain_digits(
        detail::greatest_magnitude<T>(detail::is_signed_integer<T>), base) +
    8;

/// Returns how many characters write_base<base> writes, the sign included.
template <unsigned base, integer T>
  requires(base >= 2 && base <= 36)
constexpr unsigned base_digits(T n) noexcept {
  unsigned const sign = n < 0;
  return sign + detail::plain_digits(detail::magnitude(n), base);
}

/// Writes `n` in `base` at `out`, letters in lower case unless `upper`, and
/// returns the end of its text. Bytes up to `out + base_size<T, base>` may
/// be overwritten, none before `out`.
template <unsigned base, integer T>
  requires(base >= 2 && base <= 36)
constexpr char* write_base(char* out, T n, bool upper = false) noexcept {
  if (n < 0) *out++ = '-';
  return detail::plain_write(out, detail::magnitude(n), base, upper);
}

}  // namespace rill::inline RILL_BUILD

#endif
