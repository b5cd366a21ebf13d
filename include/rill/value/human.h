// rill/value/human.h: sizes, spans of time and places in an order as people
// say them.
//
// Floor 2. Pure, constexpr; print/human.h writes them. Tests:
// test/print/human_test.cpp.
#ifndef RILL_VALUE_HUMAN_H
#define RILL_VALUE_HUMAN_H

#include <cstdint>      // std::uint64_t
#include <type_traits>  // std::is_arithmetic_v

#include "../base/run.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Integers of 128 bits are no std::integral everywhere.
template <class T>
concept counting = !std::is_class_v<T> && !std::is_enum_v<T> && !character<T> &&
                   !std::is_same_v<T, bool> && requires(T n) { n % 2; };

// An integer of any type as sign and magnitude; beyond 64 bits, the most.
struct signed_magnitude {
  std::uint64_t magnitude;
  bool is_negative;
};

template <class Integer>
constexpr signed_magnitude sign_and_magnitude(Integer n) noexcept {
  bool const is_negative = n < 0;
  // Of the least integer there is no positive one.
  auto const less_one = is_negative ? -(n + 1) : n;
  constexpr std::uint64_t most = ~std::uint64_t{};
  if constexpr (sizeof(Integer) > sizeof most)
    if (less_one >= static_cast<Integer>(most)) return {most, is_negative};
  return {static_cast<std::uint64_t>(less_one) + is_negative, is_negative};
}

}  // namespace detail

/// What human_size returns.
struct human_bytes {
  std::uint64_t magnitude;
  bool is_negative;
  bool is_decimal;
};

/// `human_size(n[, base])`: bytes as people say them, below 1024 as they are
/// and then with one digit behind the point in KiB, MiB, GiB, TiB, PiB or EiB;
/// with a base of 1000 in kB, MB, GB, TB, PB or EB. Rounded to the nearest,
/// half away from zero: 1048575 is 1.0 MiB. A 128-bit number outside of 64
/// bits is the greatest inside.
///
/// Example:
///     rill::println(rill::human_size(1536), ' ',
///                   rill::human_size(1536, 1000));
template <detail::counting T>
constexpr human_bytes human_size(T bytes, unsigned base = 1024) noexcept {
  auto const [magnitude, is_negative] = detail::sign_and_magnitude(bytes);
  return {magnitude, is_negative, base == 1000};
}

/// What human_duration returns: count · 2^exponent units of num / den seconds,
/// not rounded. What is beyond 64 bits, and what is no number, has no value.
struct human_time {
  std::uint64_t count;
  int exponent;
  std::uint64_t num;
  std::uint64_t den;
  bool is_negative;
  bool is_infinite;
  bool is_nan;
};

namespace detail {

template <class Float>
constexpr human_time span_of_floating(Float count, std::uint64_t num,
                                      std::uint64_t den) noexcept {
  if (count != count) return {0, 0, num, den, false, false, true};
  bool const is_negative = count < 0;
  Float size = is_negative ? -count : count;
  if (size == 0) return {0, 0, num, den, false, false, false};
  constexpr Float step = 4294967296;  // 2^32
  constexpr Float top = step * step;
  // The widest floating-point type has exponents up to 2^14. What is larger
  // after that many steps is infinite.
  constexpr int most_steps = 520;
  int exponent = 0;
  for (int i = 0; i != most_steps && size >= top; ++i, exponent += 32)
    size /= step;
  if (size >= top) return {0, 0, num, den, is_negative, true, false};
  for (; size < step; exponent -= 32) size *= step;
  for (; size < top / 2; --exponent) size *= 2;
  return {static_cast<std::uint64_t>(size),
          exponent,
          num,
          den,
          is_negative,
          false,
          false};
}

template <class Count>
constexpr human_time span_of_count(Count const& count, std::uint64_t num,
                                   std::uint64_t den) noexcept {
  if constexpr (counting<Count>) {
    auto const [size, is_negative] = sign_and_magnitude(count);
    return {size, 0, num, den, is_negative, false, false};
  } else if constexpr (std::is_floating_point_v<Count>) {
    return span_of_floating(count, num, den);
  } else {
    return span_of_floating(static_cast<double>(count), num, den);
  }
}

// std::chrono::duration and its like.
template <class T>
concept counted_time = requires(T const& t) {
  t.count();
  T::period::num;
  T::period::den;
};

}  // namespace detail

/// `human_duration(d)`: a span of time with two significant units or digits:
/// `1h 2m`, `3d 4h`, `5m 7s`, `3.2s`, `15ms`, `2.5us`, `250ns`. `d` is a
/// duration of std::chrono, or seconds. Rounded once, from the exact value,
/// to the nearest, half away from zero, and what is zero in the second place
/// is left out: 3599.9 s is `1h`. Less than half a picosecond is `0s`; 2^64
/// seconds and more are `inf`.
///
/// Example:
///     rill::println(rill::human_duration(3725), ' ',
///                   rill::human_duration(0.0032));
template <class T>
  requires detail::counted_time<T> || std::is_arithmetic_v<T>
constexpr human_time human_duration(T const& d) noexcept {
  if constexpr (detail::counted_time<T>) {
    return detail::span_of_count(d.count(),
                                 static_cast<std::uint64_t>(T::period::num),
                                 static_cast<std::uint64_t>(T::period::den));
  } else {
    return detail::span_of_count(d, 1, 1);
  }
}

/// What ordinal returns.
template <class T>
struct ordinal_number {
  T value;
};

/// `ordinal(n)`: an integer with its English ending: 1st, 2nd, 3rd, 4th,
/// 11th, -1st.
///
/// Example:
///     rill::println("the ", rill::ordinal(22), " of ", rill::ordinal(113));
template <detail::counting T>
constexpr ordinal_number<T> ordinal(T n) noexcept {
  return {n};
}

}  // namespace rill::inline RILL_BUILD

#endif
