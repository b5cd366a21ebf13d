// rill/number/shortest.h: writing a floating-point number as the shortest text
// that reads back as it, and in hexadecimal.
//
// Layer 2. Tests: test/number/hex_text_test.cpp,
// test/number/shortest_test.cpp.
#ifndef RILL_NUMBER_SHORTEST_H
#define RILL_NUMBER_SHORTEST_H

#include <type_traits>  // std::is_constant_evaluated

#include "shortest_decimal.h"

#if RILL_BODIES && RILL_LITTLE_ENDIAN
#include "kernel/shortest.h"
#endif

// A floating-point number in hexadecimal.
//
// No allocation, no exception, constexpr.

namespace rill::inline RILL_BUILD {
namespace detail {

// How a type is written: the bits of the first digit, 1 or 4, and the most
// hexadecimal digits after the point. printf takes a float as a double: so the
// narrow types have no subnormal text, and as many digits as a double.
template <class Format>
struct hex_layout {
  static constexpr int first_bits = Format::has_hidden_bit ? 1 : 4;
  static constexpr int bits =
      (Format::precision < 53 ? 53 : Format::precision) - first_bits;
  static constexpr int digits = bits / 4;
  static constexpr bool has_subnormals = Format::precision >= 53;
  static_assert(bits % 4 == 0);
};

/// Writes 0xh.hhhp+X; digits < 0: as many as needed. The first digit is 1, or 0
/// for subnormal numbers. In the x87 format, which stores the first bit, it has
/// the four highest bits.
template <class Format>
constexpr char* write_hex_digits(char* out, typename Format::significand m,
                                 int k, int digits, bool upper) noexcept {
  using layout = hex_layout<Format>;
  using significand =
      decltype(typename Format::significand{} + std::uint64_t{});
  constexpr int bits = layout::bits;
  char const* letters = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  significand n = m;
  int exponent = 0;
  if (n != 0) {
    exponent = k + bits;
    if constexpr (!layout::has_subnormals) {
      int const shift = leading_zeros(n) - (63 - bits);
      n <<= shift;
      exponent -= shift;
    }
  }
  if (digits >= 0 && digits < layout::digits) {
    // Half a unit of the last digit, a little less if the digit is even.
    int const cut = bits - 4 * digits;
    significand const odd = (n >> cut) & 1;
    n += (significand{1} << (cut - 1)) - 1 + odd;
    n = n >> cut << cut;
  }
  significand first = n >> bits;
  // f.fff becomes 10.00, which is 1.000 with an exponent of four more; the sum
  // wraps around to 0.
  if constexpr (layout::first_bits == 4) {
    if (m >> bits == 15 && first == 0) {
      first = 1;
      exponent += 4;
    }
  }
  *out++ = '0';
  *out++ = upper ? 'X' : 'x';
  *out++ = letters[static_cast<unsigned>(first & 15)];
  n -= (n >> bits) << bits;
  int made = digits;
  if (digits < 0) {
    made = layout::digits;
    while (made != 0 && (n >> (bits - 4 * made) & 15) == 0) --made;
  }
  if (made != 0) *out++ = '.';
  for (int i = 1; i <= made && i <= layout::digits; ++i)
    *out++ = letters[static_cast<unsigned>(n >> (bits - 4 * i) & 15)];
  for (int i = layout::digits; i < made; ++i) *out++ = '0';
  *out++ = upper ? 'P' : 'p';
  *out++ = exponent < 0 ? '-' : '+';
  return plain_write(out,
                     static_cast<unsigned>(exponent < 0 ? -exponent : exponent),
                     10u, false);
}

// Writing a floating-point number as the shortest text that reads back as the
// same value.
//
// No allocation, no exception, constexpr. Figures: bench/number/floating.cpp.

// Defined in kernel/shortest.h.
template <class T>
char* write_fast(char* out, T x) noexcept;
}  // namespace detail

/// The bytes from `out` on that write_shortest<T> may touch. More than the
/// longest text, because 8 bytes are stored at a time.
template <floating T>
inline constexpr std::size_t shortest_size =
    detail::float_format<T>::precision <= 53 ? 40 : 64;

/// Writes the shortest text that reads back as `x`, of these the closest to
/// `x`, and of two that are equally close the even one; plain or with an
/// exponent, whichever is shorter, and plain when both are as long: what
/// std::to_chars(first, last, x) writes. 100000.0 is 1e+05, 0.001 is 0.001,
/// 2^63 is 9223372036854775808. Infinities are inf and -inf; a nan is nan,
/// whatever its sign bit.
///
/// Returns the end of the text. Bytes up to `out + shortest_size<T>` may be
/// overwritten, none before `out`. Cost: 7 to 20 ns up to double, 70 ns for
/// 64 bits, up to 10 microseconds for 113.
///
/// Example:
///     char text[rill::shortest_size<double>];
///     char* end = rill::write_shortest(text, 0.1 + 0.2);
///     rill::println(std::string_view(text, end));
template <floating T>
constexpr char* write_shortest(char* out, T x) noexcept {
#if RILL_LITTLE_ENDIAN
  if constexpr (detail::float_format<T>::precision <= 53) {
    if (!std::is_constant_evaluated()) return detail::write_fast(out, x);
  }
#endif
  return detail::plain_shortest(out, x);
}

}  // namespace rill::inline RILL_BUILD

#endif
