// rill/number/decimal.h: writing an integer in decimal and in any other base.
//
// Layer 2. Tests: test/number/decimal_test.cpp, test/number/base_test.cpp.
#ifndef RILL_NUMBER_DECIMAL_H
#define RILL_NUMBER_DECIMAL_H

#include <type_traits>  // std::is_constant_evaluated

#include "digits.h"
#include "result.h"

#if RILL_LITTLE_ENDIAN
#include "kernel/decimal.h"
#endif

// Writing an integer in decimal.
//
// No allocation, no exception, constexpr. A number below 10^8 is written
// inline, without a branch on the number of digits. A function writes the
// others. Figures: bench/number/decimal.cpp.

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
// Writes the upper digits, then 16 or 32 more: at most 1 + 20 + 16 or 7 + 32
// bytes.
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
      *out = '-';  // n >= 0: digits overwrite it; no branch on the sign
      out += n < 0;
    }
    return detail::write_magnitude<decltype(u + 0), sizeof(T)>(out, u);
  }
#endif
  if (n < 0) *out++ = '-';
  return detail::plain_write(out, u, 10, false);
}

// Digits of bases 2, 8 and 16, eight at a time.
//
// Little-endian, any processor.

namespace detail {

// The lowest `bits` bits of every lane of `lane` bits.
constexpr std::uint64_t in_lanes(int bits, int lane) noexcept {
  std::uint64_t mask = 0;
  for (int at = 0; at < 64; at += lane)
    mask |= ((std::uint64_t{1} << bits) - 1) << at;
  return mask;
}

// The lowest eight digits of n, of `bits` bits each, as text with the first
// digit in the lowest byte. Moves halves apart until each digit has a byte.
template <int bits>
RILL_ALWAYS_INLINE std::uint64_t eight_binary_digits(std::uint64_t n,
                                                     bool upper) noexcept {
  static_assert(bits <= 4);  // eight digits are at most half of the word
  n &= (std::uint64_t{1} << (8 * bits)) - 1;
  n = (n | n << (32 - 4 * bits)) & in_lanes(4 * bits, 32);
  n = (n | n << (16 - 2 * bits)) & in_lanes(2 * bits, 16);
  n = (n | n << (8 - bits)) & in_lanes(bits, 8);
  std::uint64_t text = n + 0x3030303030303030;
  if constexpr (bits == 4) {
    // Adding 6 carries into bit 4 for 10 to 15. ':' follows '9' in ASCII; 'A'
    // is 7 and 'a' 39 above it.
    std::uint64_t const letters =
        (n + 0x0606060606060606) >> 4 & in_lanes(1, 8);
    text += letters * (upper ? 7 : 39);
  }
  return __builtin_bswap64(text);
}

template <class U>
constexpr unsigned bit_width(U n) noexcept {
  if constexpr (sizeof(U) <= 8) {
    return n ? 64u - static_cast<unsigned>(__builtin_clzll(n)) : 0;
  } else {
    auto const high = static_cast<std::uint64_t>(n >> 64);
    return high ? 64 + bit_width(high)
                : bit_width(static_cast<std::uint64_t>(n));
  }
}

// Zero has one digit.
template <unsigned bits, class U>
constexpr unsigned binary_digits(U n) noexcept {
  return (bit_width(static_cast<U>(n | 1)) + bits - 1) / bits;
}

// Writes one to eight digits, then eight at a time. Overwrites up to seven
// bytes after the end.
template <int bits, class U>
inline char* write_binary(char* out, U n, bool upper) noexcept {
  auto const count =
      static_cast<int>(binary_digits<static_cast<unsigned>(bits)>(n));
  int const first = (count - 1) % 8 + 1;
  int position = (count - first) * bits;
  std::uint64_t text = eight_binary_digits<bits>(
                           static_cast<std::uint64_t>(n >> position), upper) >>
                       (64 - 8 * first);
  __builtin_memcpy(out, &text, 8);
  out += first;
  while (position != 0) {
    position -= 8 * bits;
    text = eight_binary_digits<bits>(static_cast<std::uint64_t>(n >> position),
                                     upper);
    __builtin_memcpy(out, &text, 8);
    out += 8;
  }
  return out;
}

// Writing an integer in any base from 2 to 36.
//
// No allocation, no exception, constexpr. In every base, a negative number is
// '-' and its magnitude.

// The bits of a digit in a base with a fast path; 0 for other bases.
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
