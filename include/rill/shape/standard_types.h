// rill/shape/standard_types.h: the smaller types of the standard library,
// chrono types and stack traces, by their shape.
//
// Layer 2. Tests: test/shape/standard_test.cpp, test/shape/time_test.cpp,
// test/shape/stack_trace_test.cpp.
#ifndef RILL_SHAPE_STANDARD_TYPES_H
#define RILL_SHAPE_STANDARD_TYPES_H

#include <type_traits>  // std::is_convertible_v

#include "../base/run.h"
#include "../base/text.h"
#include "fields.h"
#include "range.h"
#include "shape.h"

#if RILL_HOSTED
#include <new>  // std::exception, the base of std::bad_alloc
#endif

// The smaller types of the standard library, by their names, and exceptions, by
// their base class.
//
// Includes none of their headers.

namespace rill::inline RILL_BUILD::detail {

constexpr shape shape_of_name(text whole) noexcept {
  name_in_std const made(whole);
  text const name = made.name();
  if (name.size == 0) return shape::none;
  struct known {
    text name;
    shape kind;
  };
  constexpr known all[] = {
      {"byte", shape::byte},
      {"ratio", shape::ratio},
      {"atomic", shape::atomic},
      {"bitset", shape::bits},
      {"complex", shape::complex_number},
      {"monostate", shape::nothing},
      {"nullopt_t", shape::nothing},
      {"unexpected", shape::unexpected},
      // The element of a const std::vector<bool> in libc++.
      {"__bit_const_reference", shape::bit},
      {"weak_ordering", shape::ordering},
      {"strong_ordering", shape::ordering},
      {"source_location", shape::source_location},
      {"partial_ordering", shape::ordering},
#if RILL_HOSTED
      {"errc", shape::error_code},
      {"locale", shape::naming},
      {"type_info", shape::type_info},
      {"sub_match", shape::naming},
      {"type_index", shape::type_info},
      // clang's names for the sub_match types of libc++.
      {"csub_match", shape::naming},
      {"ssub_match", shape::naming},
      {"wcsub_match", shape::naming},
      {"wssub_match", shape::naming},
      {"thread::id", shape::thread_id},
      {"error_code", shape::error_code},
      {"__thread_id", shape::thread_id},
      {"exception_ptr", shape::exception_pointer},
      {"error_condition", shape::error_code},
      {"filesystem::directory_entry", shape::naming},
#endif
  };
  for (known const& one : all)
    if (name == one.name) return one.kind;
  return shape::none;
}

// True for a class with an accessible base class std::exception, false for an
// incomplete type. Checked for every class, so it instantiates no class
// template of the standard library.
template <class T>
concept exception_like =
#if RILL_HOSTED
    requires(T const* value, void (*take)(std::exception const*)) {
      take(value);
    };
#else
    false;
#endif

// The proxy references of std::vector<bool> and std::bitset.
template <class T>
concept bit_like = requires(T& bit) {
  bit.flip();
  bit = true;
} && std::is_convertible_v<T const&, bool>;

template <class T>
constexpr shape standard_shape() {
  constexpr shape named = shape_of_name(whole_type_name<T>());
  if constexpr (named == shape::none && exception_like<T>)
    return shape::exception;
  else if constexpr (named == shape::none && bit_like<T>)
    return shape::bit;
  else
    return named;
}

template <>
struct shape_parts<shape::atomic> {
  template <class T>
  using list = type_list<typename T::value_type>;
};
template <>
struct shape_parts<shape::complex_number> {
  template <class T>
  using list = type_list<typename T::value_type>;
};
template <>
struct shape_parts<shape::unexpected> {
  template <class T>
  using list = type_list<remove_cvref<decltype(declval<T const&>().error())>>;
};

// Durations, points in time and dates, by their shape.
//
// Includes none of their headers.

template <class T>
concept duration_like = requires(T const& d) {
  typename T::rep;
  T::period::num / T::period::den;
  d.count();
};

template <class T>
concept time_point_like = requires(T const& t) {
  typename T::clock;
  requires duration_like<typename T::duration>;
  t.time_since_epoch();
};

template <class T>
concept zoned_time_like = requires(T const& t) {
  t.get_sys_time();
  t.get_info().offset;
};

/// The calendar types of <chrono>, by their names.
enum class calendar_kind : unsigned char {
  none,
  day,
  month,
  year,
  weekday,
  weekday_indexed,
  weekday_last,
  month_day,
  month_day_last,
  month_weekday,
  month_weekday_last,
  year_month,
  year_month_day,
  year_month_day_last,
  year_month_weekday,
  year_month_weekday_last,
  hh_mm_ss,
};

// In the order of calendar_kind. One string costs the compiler less than
// seventeen.
inline constexpr char calendar_names[] =
    "day;month;year;weekday;weekday_indexed;weekday_last;month_day;"
    "month_day_last;month_weekday;month_weekday_last;year_month;"
    "year_month_day;year_month_day_last;year_month_weekday;"
    "year_month_weekday_last;hh_mm_ss;";

// The name after the last namespace: hh_mm_ss for std::chrono::hh_mm_ss<…>.
constexpr text last_name(text whole) noexcept {
  std::size_t from = 0;
  std::size_t to = 0;
  for (; to != whole.size && whole.data[to] != '<'; ++to)
    if (whole.data[to] == ':') from = to + 1;
  return {whole.data + from, to - from};
}

constexpr calendar_kind find_calendar_kind(text whole) noexcept {
  if (!whole.starts_with("std::")) return calendar_kind::none;
  text const name = last_name(whole);
  int kind = 1;
  for (char const* at = calendar_names; *at; ++kind) {
    char const* const first = at;
    while (*at != ';') ++at;
    if (name == text{first, static_cast<std::size_t>(at - first)})
      return static_cast<calendar_kind>(kind);
    ++at;
  }
  return calendar_kind::none;
}

template <class T>
inline constexpr calendar_kind calendar_kind_of =
    find_calendar_kind(whole_type_name<T>());

// A member of every calendar type that few other types have; checked before the
// name.
template <class T>
concept perhaps_calendar = requires(T const& t) { t.ok(); } ||
                           requires(T const& t) { t.is_negative(); };

template <class T>
constexpr shape time_shape() {
  if constexpr (duration_like<T>)
    return shape::duration;
  else if constexpr (time_point_like<T>)
    return shape::time_point;
  else if constexpr (zoned_time_like<T>)
    return shape::zoned_time;
  else if constexpr (perhaps_calendar<T>)
    return calendar_kind_of<T> == calendar_kind::none ? shape::none
                                                      : shape::calendar;
  else
    return shape::none;
}

// The count of a duration. A character type is promoted to int, so it prints as
// a number.
template <class Duration>
constexpr auto count_of(Duration const& d) {
  if constexpr (character<typename Duration::rep>)
    return +d.count();
  else
    return d.count();
}

// Durations in multiples of a day: points in time with this unit are dates.
template <class Duration>
concept whole_days = requires(typename Duration::rep n) {
  n % n;
  requires Duration::period::den == 1 && Duration::period::num % 86400 == 0;
};

template <>
struct shape_parts<shape::duration> {
  template <class T>
  using list = type_list<typename T::rep>;
};
template <>
struct shape_parts<shape::time_point> {
  template <class T>
  using list = type_list<typename T::duration>;
};

/// How a clock's epoch relates to the system clock's.
enum class time_scale : unsigned char {
  system,   // 1970-01-01 UTC
  local,    // 1970-01-01 in an unspecified time zone
  fixed,    // a constant distance from 1970: std::filesystem's clock
  by_sys,   // converted by the clock's to_sys
  by_utc,   // converted by to_utc, then by utc_clock::to_sys
  elapsed,  // unknown: steady_clock's
};

template <class Point>
constexpr time_scale find_time_scale() {
  using clock = typename Point::clock;
  constexpr text whole = whole_type_name<clock>();
  constexpr text name = last_name(whole);
  if constexpr (name == "system_clock" &&
                requires(typename clock::time_point t) { clock::to_time_t(t); })
    return time_scale::system;
  else if constexpr (name == "local_t")
    return time_scale::local;
  else if constexpr (requires(Point const& t) { clock::to_sys(t); })
    return whole.starts_with("std::filesystem::") ? time_scale::fixed
                                                  : time_scale::by_sys;
  else if constexpr (requires(Point const& t) {
                       clock::to_utc(t).time_since_epoch();
                     })
    return time_scale::by_utc;
  else
    return time_scale::elapsed;
}

template <class Point>
inline constexpr time_scale time_scale_of = find_time_scale<Point>();

// The duration from 1970 to the epoch of a clock whose scale is `fixed`.
template <class Point>
constexpr auto epoch_distance() {
  return Point::clock::to_sys(Point()).time_since_epoch();
}

// Stack traces and their frames, by their shape.
//
// Includes none of their headers.

// std::stacktrace_entry and boost::stacktrace::frame: their functions look up
// each item when called.
template <class T>
concept asked_frame = requires(T const& frame) {
  frame.source_line();
  frame.source_file();
} && (requires(T const& frame) { frame.description(); } ||
      requires(T const& frame) { frame.name(); });

// cpptrace::stacktrace_frame: its members store the items already looked up.
template <class T>
concept recorded_frame = requires(T const& frame) {
  frame.symbol;
  frame.filename;
  frame.line;
  frame.raw_address;
};

template <class T>
concept frame_like = asked_frame<T> || recorded_frame<T>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
