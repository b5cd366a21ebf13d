// rill/stream/ring_age.h: durations, known by their shape.
//
// Floor 4. <chrono> costs 150 to 500 ms of compile time, so a duration is
// what has count() and a period. Pure. Tests:
// test/stream/ring_writer_test.cpp.
#ifndef RILL_STREAM_RING_AGE_H
#define RILL_STREAM_RING_AGE_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// std::chrono::duration and its like.
template <class D>
concept duration_like = requires(D const& d) {
  d.count();
  D::period::num;
  D::period::den;
};

namespace detail {

/// Nanoseconds of a duration, rounded down; less than none is none, and more
/// than 292 years are 292 years.
template <duration_like D>
constexpr unsigned long long nanoseconds_of(D const& d) noexcept {
  constexpr unsigned long long most = ~0ull >> 1;
  auto const count = d.count();
  if (!(count > 0)) return 0;
  // Nanoseconds and what is made of them stay exact, up to periods of 9 * 10^9
  // seconds.
  if constexpr (static_cast<decltype(count)>(0.5) == 0 &&
                1'000'000'000 % D::period::den == 0 &&
                D::period::num <= 9'000'000'000) {
    constexpr auto scale = static_cast<unsigned long long>(
        D::period::num * (1'000'000'000 / D::period::den));
    auto const whole = static_cast<unsigned long long>(count);
    return whole > most / scale ? most : whole * scale;
  } else {
    auto const all = static_cast<long double>(count) *
                     static_cast<long double>(D::period::num) * 1e9L /
                     static_cast<long double>(D::period::den);
    return all >= static_cast<long double>(most)
               ? most
               : static_cast<unsigned long long>(all);
  }
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
