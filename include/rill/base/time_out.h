// rill/base/time_out.h: time limits, made of any library's duration, and
// elapsed times.
//
// Layer 0. Values only, without <chrono>, which costs 300 ms of compiling.
// Tests: test/base/time_out_test.cpp.
#ifndef RILL_BASE_TIME_OUT_H
#define RILL_BASE_TIME_OUT_H

#include "config.h"

namespace rill::inline RILL_BUILD {

namespace detail {
struct no_wait_type {
  struct period {
    static constexpr int num = 1;
    static constexpr int den = 1;
  };
  static constexpr int count() noexcept { return 0; }
};
}  // namespace detail

/// A time-out that expires at once, for code without <chrono>.
inline constexpr detail::no_wait_type no_wait{};

namespace detail {

// std::chrono::duration and any class with the same members.
template <class Duration>
concept time_out = requires(Duration const& limit) {
  limit.count();
  Duration::period::num;
  Duration::period::den;
};

// Nanoseconds, clamped to the range from 0 to 292 years.
template <time_out Duration>
constexpr unsigned long long nanoseconds_in(Duration const& limit) noexcept {
  long double const all = static_cast<long double>(limit.count()) * 1e9L *
                          static_cast<long double>(Duration::period::num) /
                          static_cast<long double>(Duration::period::den);
  if (!(all > 0)) return 0;
  return all < 9.2e18L ? static_cast<unsigned long long>(all) : ~0ull >> 1;
}

}  // namespace detail

/// An optional time-out: a std::chrono::duration or no_wait. The default is no
/// time-out.
class time_limit {
 public:
  constexpr time_limit() noexcept = default;
  template <detail::time_out Duration>
  constexpr time_limit(Duration const& limit) noexcept
      : nanoseconds_(detail::nanoseconds_in(limit)), is_set_(true) {}

  /// Refuses plain numbers: a time-out needs a unit.
  template <class Number>
    requires requires(Number n) { n + 1.0; }
  constexpr time_limit(Number) noexcept {
    static_assert(sizeof(Number) == 0,
                  "rill: a time-out needs a unit: std::chrono::seconds(2), or "
                  "rill::no_wait");
  }

  constexpr bool is_set() const noexcept { return is_set_; }
  /// Returns 0 when no time-out is set.
  constexpr unsigned long long nanoseconds() const noexcept {
    return nanoseconds_;
  }

 private:
  unsigned long long nanoseconds_ = 0;
  bool is_set_ = false;
};

/// How long an operation took. Converts to every duration of <chrono>.
struct elapsed_time {
  using rep = long long;
  struct period {
    static constexpr long long num = 1;
    static constexpr long long den = 1'000'000'000;
  };

  long long nanoseconds = 0;

  constexpr rep count() const noexcept { return nanoseconds; }
  constexpr double seconds() const noexcept {
    return static_cast<double>(nanoseconds) / 1e9;
  }

  /// Converts to std::chrono::milliseconds and other durations; fractions of
  /// the unit are cut off.
  template <detail::time_out Duration>
    requires requires { typename Duration::rep; }
  constexpr operator Duration() const noexcept {
    using rep_type = typename Duration::rep;
    return Duration(static_cast<rep_type>(
        static_cast<long double>(nanoseconds) *
        static_cast<long double>(Duration::period::den) /
        static_cast<long double>(Duration::period::num) / 1e9L));
  }

  /// Prints itself as a std::chrono::nanoseconds: `1234567890ns`.
  friend constexpr auto rill_print(auto& out, elapsed_time const& time) {
    return out(time.nanoseconds, "ns");
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
