// rill/binary/time.h: chrono, complex numbers, atomics, references and empty
// types.
//
// Layer 6. Tests: test/binary/standard_test.cpp, test/binary/time_test.cpp.
#ifndef RILL_BINARY_TIME_H
#define RILL_BINARY_TIME_H

#include "object.h"
#include "tagged.h"

// Complex and atomic numbers, references, and types without a value, such as
// std::monostate.
//
// Allocates nothing.

namespace rill::inline RILL_BUILD::detail {

// std::monostate, std::nullopt_t: no bytes; in binary_tagged an empty group.
template <>
struct binary_coder<binary_kind::nothing> {
  template <class>
  static constexpr std::size_t size = 0;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  template <class F, class T>
  static char* store(char* at, T const&) noexcept {
    return at;
  }
  template <class F, class T>
  static char const* load(binary_source&, char const* at, T&) noexcept {
    return at;
  }
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const&) {
    return put_group<F>(to, at);
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T&) {
    int failed = -1;
    return get_group<F>(from, at, failed);
  }
};

// A type that is written as another type. `part(value)` converts to it,
// `assign(value, part)` back.
template <class Other>
struct coder_of_other {
  template <class T>
  using type = typename Other::template type<T>;
  template <class T>
  static constexpr std::size_t size = binary_bytes<type<T>>;
  template <class T>
  static constexpr std::size_t least = least_size<type<T>>;
  template <class T>
  static constexpr bool image = false;
  template <class T>
  static constexpr bool written_image = false;

  template <class F, class T, sight = binary_sight_of<T>>
  static char* store(char* at, T const& value) {
    return binary_coder<binary_kind_of<type<T>>>::template store<F>(
        at, type<T>(Other::part(value)));
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* load(binary_source& from, char const* at, T& value) {
    type<T> part{};
    at =
        binary_coder<binary_kind_of<type<T>>>::template load<F>(from, at, part);
    return at ? assign(from, at, value, part) : nullptr;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    return put_value<F, type<T>>(to, at, Other::part(value));
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    type<T> part{};
    at = get_value<F>(from, at, part);
    return at ? assign(from, at, value, part) : nullptr;
  }
  template <class T, sight = binary_sight_of<T>>
  static char const* get_wired(binary_source& from, char const* at,
                               unsigned wire, T& value) {
    type<T> part{};
    at = detail::get_wired(from, at, wire, part);
    return at ? assign(from, at, value, part) : nullptr;
  }

 private:
  template <class T, class Part>
  static char const* assign(binary_source& from, char const* at, T& value,
                            Part& part) {
    if constexpr (requires {
                    { Other::assign(value, part) } -> std::same_as<bool>;
                  }) {
      if (!Other::assign(value, part))
        return from.fail(at, binary_problem::out_of_range);
    } else {
      Other::assign(value, part);
    }
    return at;
  }
};

struct atomic_as_value {
  template <class T>
  using type = typename T::value_type;
  template <class T>
  static auto part(T const& value) {
    return value.load();
  }
  template <class T, class Part>
  static void assign(T& value, Part& part) {
    value.store(part);
  }
};
template <>
struct binary_coder<binary_kind::atomic> : coder_of_other<atomic_as_value> {};

// A std::reference_wrapper is read into the object it refers to.
struct reference_as_value {
  template <class T>
  using type = std::remove_cv_t<typename T::type>;
  template <class T>
  static auto const& part(T const& value) {
    return value.get();
  }
  template <class T, class Part>
  static void assign(T& value, Part& part) {
    value.get() = static_cast<Part&&>(part);
  }
};
template <>
struct binary_coder<binary_kind::reference>
    : coder_of_other<reference_as_value> {};

// A complex number as a structure.
template <class Number>
struct two_numbers {
  using rill_parts = void;
  Number real;
  Number imaginary_part;
};
struct complex_as_two {
  template <class T>
  using type = two_numbers<typename T::value_type>;
  template <class T>
  static type<T> part(T const& value) {
    return {value.real(), value.imag()};
  }
  template <class T>
  static void assign(T& value, type<T>& part) {
    value = T(part.real, part.imaginary_part);
  }
};
template <>
struct binary_coder<binary_kind::complexes> : coder_of_other<complex_as_two> {
  // A complex number has the layout of an array of two (section 29.4.1 of the
  // standard).
  template <class T>
  static constexpr bool image =
      is_image<typename T::value_type> && std::is_trivially_copyable_v<T>;
  template <class T>
  static constexpr bool written_image = image<T>;
};

// Durations, points in time, and dates.
//
// A duration is its count, a point in time the duration since the epoch of its
// clock, a date its parts: a year has two bytes, the others one. Allocates
// nothing.

struct duration_as_count {
  template <class T>
  using type = typename T::rep;
  template <class T>
  static auto part(T const& value) {
    return value.count();
  }
  template <class T>
  static void assign(T& value, type<T>& part) {
    value = T(part);
  }
};
template <>
struct binary_coder<binary_kind::duration> : coder_of_other<duration_as_count> {
  template <class T>
  static constexpr bool image =
      is_image<typename T::rep> && std::is_trivially_copyable_v<T> &&
      sizeof(T) == sizeof(typename T::rep);
  template <class T>
  static constexpr bool written_image = image<T>;
};

struct point_as_duration {
  template <class T>
  using type = typename T::duration;
  template <class T>
  static auto part(T const& value) {
    return value.time_since_epoch();
  }
  template <class T>
  static void assign(T& value, type<T>& part) {
    value = T(part);
  }
};
template <>
struct binary_coder<binary_kind::time_point>
    : coder_of_other<point_as_duration> {
  template <class T>
  static constexpr bool image =
      is_image<typename T::duration> && std::is_trivially_copyable_v<T> &&
      sizeof(T) == sizeof(typename T::duration);
  template <class T>
  static constexpr bool written_image = image<T>;
};

// Converts a date to its parts and back. Dates that do not exist, such as April
// 31, are kept: check with ok().
template <calendar_kind Kind>
struct calendar_parts;

template <class Number>
struct one_part {
  using rill_parts = void;
  Number number;
};
struct month_and_more {
  using rill_parts = void;
  std::uint8_t month;
  std::uint8_t more;
};
struct year_and_month {
  using rill_parts = void;
  std::int16_t year;
  std::uint8_t month;
};
struct whole_date {
  using rill_parts = void;
  std::int16_t year;
  std::uint8_t month;
  std::uint8_t day;
};
struct weekday_and_index {
  using rill_parts = void;
  std::uint8_t weekday;
  std::uint8_t index;
};
struct month_weekday_parts {
  using rill_parts = void;
  std::uint8_t month;
  std::uint8_t weekday;
  std::uint8_t index;
};
struct year_month_weekday_parts {
  using rill_parts = void;
  std::int16_t year;
  std::uint8_t month;
  std::uint8_t weekday;
  std::uint8_t index;
};

template <class T>
std::uint8_t part_of(T const& value) noexcept {
  if constexpr (requires { value.c_encoding(); })
    return static_cast<std::uint8_t>(value.c_encoding());
  else
    return static_cast<std::uint8_t>(static_cast<unsigned>(value));
}
template <class Year>
std::int16_t year_of(Year const& value) noexcept {
  return static_cast<std::int16_t>(static_cast<int>(value));
}

template <>
struct calendar_parts<calendar_kind::day> {
  using type = one_part<std::uint8_t>;
  static type of(auto const& t) { return {part_of(t)}; }
  template <class T>
  static T make(type const& p) {
    return T(unsigned{p.number});
  }
};
template <>
struct calendar_parts<calendar_kind::month>
    : calendar_parts<calendar_kind::day> {};
template <>
struct calendar_parts<calendar_kind::weekday>
    : calendar_parts<calendar_kind::day> {};
template <>
struct calendar_parts<calendar_kind::year> {
  using type = one_part<std::int16_t>;
  static type of(auto const& t) { return {year_of(t)}; }
  template <class T>
  static T make(type const& p) {
    return T(int{p.number});
  }
};
template <>
struct calendar_parts<calendar_kind::weekday_indexed> {
  using type = weekday_and_index;
  static type of(auto const& t) {
    return {part_of(t.weekday()), static_cast<std::uint8_t>(t.index())};
  }
  template <class T>
  static T make(type const& p) {
    return T(decltype(T().weekday())(unsigned{p.weekday}), p.index);
  }
};
template <>
struct calendar_parts<calendar_kind::weekday_last> {
  using type = one_part<std::uint8_t>;
  static type of(auto const& t) { return {part_of(t.weekday())}; }
  template <class T>
  static T make(type const& p) {
    return T(
        remove_cvref<decltype(declval<T&>().weekday())>(unsigned{p.number}));
  }
};
template <>
struct calendar_parts<calendar_kind::month_day> {
  using type = month_and_more;
  static type of(auto const& t) {
    return {part_of(t.month()), part_of(t.day())};
  }
  template <class T>
  static T make(type const& p) {
    return T(decltype(T().month())(p.month), decltype(T().day())(p.more));
  }
};
template <>
struct calendar_parts<calendar_kind::month_day_last> {
  using type = one_part<std::uint8_t>;
  static type of(auto const& t) { return {part_of(t.month())}; }
  template <class T>
  static T make(type const& p) {
    return T(remove_cvref<decltype(declval<T&>().month())>(unsigned{p.number}));
  }
};
template <>
struct calendar_parts<calendar_kind::month_weekday> {
  using type = month_weekday_parts;
  static type of(auto const& t) {
    auto const day = t.weekday_indexed();
    return {part_of(t.month()), part_of(day.weekday()),
            static_cast<std::uint8_t>(day.index())};
  }
  template <class T>
  static T make(type const& p) {
    using day = remove_cvref<decltype(declval<T&>().weekday_indexed())>;
    return T(remove_cvref<decltype(declval<T&>().month())>(p.month),
             day(decltype(day().weekday())(p.weekday), p.index));
  }
};
template <>
struct calendar_parts<calendar_kind::month_weekday_last> {
  using type = month_and_more;
  static type of(auto const& t) {
    return {part_of(t.month()), part_of(t.weekday_last().weekday())};
  }
  template <class T>
  static T make(type const& p) {
    using last = remove_cvref<decltype(declval<T&>().weekday_last())>;
    return T(remove_cvref<decltype(declval<T&>().month())>(p.month),
             last(remove_cvref<decltype(declval<last&>().weekday())>(p.more)));
  }
};
template <>
struct calendar_parts<calendar_kind::year_month> {
  using type = year_and_month;
  static type of(auto const& t) {
    return {year_of(t.year()), part_of(t.month())};
  }
  template <class T>
  static T make(type const& p) {
    return T(decltype(T().year())(p.year), decltype(T().month())(p.month));
  }
};
template <>
struct calendar_parts<calendar_kind::year_month_day> {
  using type = whole_date;
  static type of(auto const& t) {
    return {year_of(t.year()), part_of(t.month()), part_of(t.day())};
  }
  template <class T>
  static T make(type const& p) {
    return T(decltype(T().year())(p.year), decltype(T().month())(p.month),
             decltype(T().day())(p.day));
  }
};
template <>
struct calendar_parts<calendar_kind::year_month_day_last> {
  using type = year_and_month;
  static type of(auto const& t) {
    return {year_of(t.year()), part_of(t.month())};
  }
  template <class T>
  static T make(type const& p) {
    using last = remove_cvref<decltype(declval<T&>().month_day_last())>;
    return T(remove_cvref<decltype(declval<T&>().year())>(p.year),
             last(remove_cvref<decltype(declval<T&>().month())>(p.month)));
  }
};
template <>
struct calendar_parts<calendar_kind::year_month_weekday> {
  using type = year_month_weekday_parts;
  static type of(auto const& t) {
    return {year_of(t.year()), part_of(t.month()), part_of(t.weekday()),
            static_cast<std::uint8_t>(t.index())};
  }
  template <class T>
  static T make(type const& p) {
    using day = remove_cvref<decltype(declval<T&>().weekday_indexed())>;
    return T(decltype(T().year())(p.year), decltype(T().month())(p.month),
             day(decltype(day().weekday())(p.weekday), p.index));
  }
};
template <>
struct calendar_parts<calendar_kind::year_month_weekday_last> {
  using type = year_month_weekday_parts;
  static type of(auto const& t) {
    return {year_of(t.year()), part_of(t.month()), part_of(t.weekday()), 0};
  }
  template <class T>
  static T make(type const& p) {
    using last = remove_cvref<decltype(declval<T&>().weekday_last())>;
    return T(remove_cvref<decltype(declval<T&>().year())>(p.year),
             remove_cvref<decltype(declval<T&>().month())>(p.month),
             last(remove_cvref<decltype(declval<T&>().weekday())>(p.weekday)));
  }
};
template <>
struct calendar_parts<calendar_kind::hh_mm_ss> {};

// False for the lowest value of a signed type, which has no negation.
template <class Number>
constexpr bool has_magnitude([[maybe_unused]] Number n) noexcept {
  if constexpr (integer<Number> && sizeof(Number) <= 8)
    return n >= 0 ||
           static_cast<Number>(0 - static_cast<unsigned long long>(n)) > 0;
  else
    return true;
}

struct calendar_as_parts {
  template <class T>
  struct written {
    using type = typename calendar_parts<calendar_kind_of<T>>::type;
  };
  template <class T>
    requires(calendar_kind_of<T> == calendar_kind::hh_mm_ss)
  struct written<T> {
    using type = typename T::precision;
  };
  template <class T>
  using type = typename written<T>::type;

  template <class T>
  static type<T> part(T const& value) {
    if constexpr (calendar_kind_of<T> == calendar_kind::hh_mm_ss)
      return value.to_duration();
    else
      return calendar_parts<calendar_kind_of<T>>::of(value);
  }
  template <class T>
  static bool assign(T& value, type<T>& part) {
    // hh_mm_ss takes the magnitude, which the lowest value does not have.
    if constexpr (calendar_kind_of<T> == calendar_kind::hh_mm_ss) {
      if (!has_magnitude(part.count())) return false;
      value = T(part);
    } else {
      value = calendar_parts<calendar_kind_of<T>>::template make<T>(part);
    }
    return true;
  }
};
template <>
struct binary_coder<binary_kind::calendar> : coder_of_other<calendar_as_parts> {
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
