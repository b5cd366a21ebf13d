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

/// What human_duration returns: seconds and 10^-12 seconds. What is beyond
/// 64 bits, and what is no number, has no value.
struct human_time {
  std::uint64_t seconds;
  std::uint64_t picoseconds;
  bool is_negative;
  bool is_infinite;
  bool is_nan;
};

namespace detail {

inline constexpr std::uint64_t pico = 1'000'000'000'000;

constexpr human_time span_of_seconds(double seconds) noexcept {
  if (seconds != seconds) return {0, 0, false, false, true};
  bool const is_negative = seconds < 0;
  double const size = is_negative ? -seconds : seconds;
  constexpr double beyond = 18446744073709551616.0;
  if (size >= beyond) return {0, 0, is_negative, true, false};
  auto const whole = static_cast<std::uint64_t>(size);
  double const rest = size - static_cast<double>(whole);
  auto const parts = static_cast<std::uint64_t>(rest * 1e12 + 0.5);
  if (parts >= pico) return {whole + 1, 0, is_negative, false, false};
  return {whole, parts, is_negative, false, false};
}

// std::chrono::duration and its like.
template <class T>
concept counted_time = requires(T const& t) {
  t.count();
  T::period::num;
  T::period::den;
};

template <class Duration>
constexpr human_time span_of(Duration const& d) noexcept {
  constexpr auto num = static_cast<std::uint64_t>(Duration::period::num);
  constexpr auto den = static_cast<std::uint64_t>(Duration::period::den);
  auto const count = d.count();
  if constexpr (counting<bare<decltype(count)>> && pico % den == 0) {
    auto const [n, is_negative] = sign_and_magnitude(count);
    std::uint64_t whole = 0;
    // n = a · den + b, so n · num / den is a · num and b · num / den.
    std::uint64_t const rest = n % den;
    if (!__builtin_mul_overflow(n / den, num, &whole) &&
        rest <= ~std::uint64_t{} / (pico / den) / num) {
      std::uint64_t const parts = rest * num * (pico / den);
      if (!__builtin_add_overflow(whole, parts / pico, &whole))
        return {whole, parts % pico, is_negative, false, false};
    }
    if constexpr (num == 1 || den == 1) return {0, 0, is_negative, true, false};
  }
  return span_of_seconds(static_cast<double>(count) * static_cast<double>(num) /
                         static_cast<double>(den));
}

}  // namespace detail

/// `human_duration(d)`: a span of time with two significant units or digits:
/// `1h 2m`, `3d 4h`, `5m 7s`, `3.2s`, `15ms`, `2.5us`, `250ns`. `d` is a
/// duration of std::chrono, or seconds. Rounded to the nearest, half away
/// from zero, and what is zero in the second place is left out: 3599.9 s is
/// `1h`. Less than half a picosecond is `0s`; more than 2^64 seconds is
/// `inf`.
///
/// Example:
///     rill::println(rill::human_duration(3725), ' ',
///                   rill::human_duration(0.0032));
template <class T>
  requires detail::counted_time<T> || std::is_arithmetic_v<T>
constexpr human_time human_duration(T const& d) noexcept {
  if constexpr (detail::counted_time<T>) {
    return detail::span_of(d);
  } else if constexpr (detail::counting<T>) {
    auto const [seconds, is_negative] = detail::sign_and_magnitude(d);
    return {seconds, 0, is_negative, false, false};
  } else {
    return detail::span_of_seconds(static_cast<double>(d));
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
