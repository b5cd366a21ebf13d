// rill/number/shortest.h: writing a floating-point number as the shortest
// text that reads back as the same value.
//
// Floor 2. No allocation, no exception, constexpr. Tests: test/number/
// shortest_test.cpp; figures: bench/number/floating.cpp.
#ifndef RILL_NUMBER_SHORTEST_H
#define RILL_NUMBER_SHORTEST_H

#include <type_traits>  // std::is_constant_evaluated

#include "plain_shortest.h"
#if RILL_BODIES && RILL_LITTLE_ENDIAN
#include "kernel/shortest.h"
#endif

namespace rill::inline RILL_BUILD {

namespace detail {
// Of kernel/shortest.h.
template <class T>
char* write_fast(char* out, T x) noexcept;
}  // namespace detail

/// The bytes from `out` on that write_shortest<T> may touch. More than the
/// longest text, because whole words are stored.
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
