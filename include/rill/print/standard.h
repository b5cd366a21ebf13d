// rill/print/standard.h: the smaller types of the standard library, and
// chrono.
//
// Layer 5. Tests: test/print/standard_test.cpp, test/print/time_test.cpp.
#ifndef RILL_PRINT_STANDARD_H
#define RILL_PRINT_STANDARD_H

#include "../base/config.h"
#include "../number/calendar.h"
#include "../shape/standard_types.h"
#include "number.h"
#include "structure.h"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>  // abi::__cxa_demangle
#endif

#if RILL_HOSTED
#include "../os/error.h"
#include "../os/runtime.h"
#endif

// Readable names of types, from the C++ runtime library.

namespace rill::inline RILL_BUILD {
namespace os {

/// Returns the readable name of a type; the caller frees it with give_memory().
/// Null if `name` is not the name of a type, if memory runs out, or if the
/// runtime library has no such function.
inline char* demangled([[maybe_unused]] char const* name) noexcept {
#if __has_include(<cxxabi.h>)
  int status = 0;
  return abi::__cxa_demangle(name, nullptr, nullptr, &status);
#else
  return nullptr;
#endif
}

}  // namespace os

// The smaller types of the standard library.
//
// Allocates only what the types themselves allocate: messages of error codes,
// names of locales and of types.

namespace detail {

// `monostate`, `none`.
template <>
struct shape_printer<shape::nothing> {
  template <class T>
  static constexpr void put(writer& out, T const&) {
    if constexpr (is_named_in_std<T>("monostate"))
      out.write("monostate");
    else
      out.write("none");
  }
};

// `0010`: bit 0 is the last.
template <>
struct shape_printer<shape::bits> {
  template <class T>
  static constexpr void put(writer& out, T const& bits) {
    constexpr std::size_t most = 64;
    char block[most] = {};
    for (std::size_t left = bits.size(); left != 0;) {
      std::size_t const count = smaller(left, most);
      for (std::size_t i = 0; i != count; ++i)
        block[i] = bits[--left] ? '1' : '0';
      out.write(block, count);
    }
  }
};

// `true`, `false`.
template <>
struct shape_printer<shape::bit> {
  template <class T>
  static constexpr void put(writer& out, T const& bit) {
    detail::put(out, static_cast<bool>(bit));
  }
};

// The value at the moment of the print.
template <>
struct shape_printer<shape::atomic> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.item(value.load());
  }
};

// `1+2i`, `1.5-0i`, `nan+infi`.
template <>
struct shape_printer<shape::complex_number> {
  template <class T>
  static constexpr void put(writer& out, T const& number) {
    detail::put(out, number.real(), plus(number.imag()), 'i');
  }
};

// `fixed(z, 2)` and similar wrappers of a complex number apply to both of its
// parts.
template <class T, float_form Form, bool Upper>
  requires(shape_of<remove_cvref<T>> == shape::complex_number)
struct printer<formed<T, Form, Upper>> {
  static constexpr void put(writer& out, formed<T, Form, Upper> const& v) {
    using part = formed<typename remove_cvref<T>::value_type, Form, Upper>;
    detail::put(out, part{v.value.real(), v.digits},
                plus(part{v.value.imag(), v.digits}), 'i');
  }
};

// `0x0f`.
template <>
struct shape_printer<shape::byte> {
  template <class T>
  static constexpr void put(writer& out, T byte) {
    auto const value = static_cast<unsigned>(byte);
    char const digits[] = {'0', 'x', "0123456789abcdef"[value >> 4 & 15],
                           "0123456789abcdef"[value & 15]};
    out.write(digits, sizeof digits);
  }
};

// `1/1000`.
template <>
struct shape_printer<shape::ratio> {
  template <class T>
  static constexpr void put(writer& out, T const&) {
    detail::put(out, T::num, '/', T::den);
  }
};

// `unexpected(e)`.
template <>
struct shape_printer<shape::unexpected> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("unexpected(");
    to.item(value.error());
    to.close(")");
  }
};

// As the library's operator<< writes it.
template <>
struct shape_printer<shape::thread_id> {
  template <class T>
  static void put(writer& out, T const& id) {
    std::size_t number;
    static_assert(sizeof id == sizeof number);
    __builtin_memcpy(&number, &id, sizeof number);
    // libc++'s type is std::__thread_id; it writes 0 as a number.
    if (number == 0 && is_named_in_std<T>("thread::id"))
      out.write(text("thread::id of a non-executing thread"));
    else
      detail::put(out, number);
  }
};

// `main.cpp:12:5`, without unknown parts.
template <>
struct shape_printer<shape::source_location> {
  template <class T>
  static constexpr void put(writer& out, T const& place) {
    detail::put(out, place.file_name());
    if (place.line() != 0) detail::put(out, ':', place.line());
    if (place.column() != 0) detail::put(out, ':', place.column());
  }
};

// `less`, `equivalent`; a strong ordering has `equal` instead.
template <>
struct shape_printer<shape::ordering> {
  template <class T>
  static constexpr void put(writer& out, T order) {
    constexpr bool is_strong = is_named_in_std<T>("strong_ordering");
    out.write(order < 0    ? text("less")
              : order > 0  ? text("greater")
              : order != 0 ? text("unordered")
              : is_strong  ? text("equal")
                           : text("equivalent"));
  }
};

#if RILL_HOSTED

// `int`, `std::vector<app::point>`: as the runtime library spells it.
template <>
struct shape_printer<shape::type_info> {
  template <class T>
  static void put(writer& out, T const& type) {
    put_name(out, type.name());
  }

 private:
  static void put_name(writer& out, char const* name) {
    struct owned {
      char* name;
      ~owned() { os::give_memory(name); }
    } const readable{os::demangled(name)};
    out.write(text(readable.name ? readable.name : name));
  }
};

// `No such file or directory (generic:2)`; for a std::errc the sentence alone.
template <>
struct shape_printer<shape::error_code> {
  template <class T>
  static void put(writer& out, T const& code) {
    if constexpr (std::is_enum_v<T>)
      put_number(out, static_cast<int>(code));
    else
      detail::put(out, code.message(), " (", code.category().name(), ':',
                  code.value(), ')');
  }

 private:
  static void put_number(writer& out, int number) {
    char buffer[os::error_text_size];
    out.write(
        text(os::error_text(rill::error_code(error_source::c_library, number),
                            buffer, sizeof buffer)));
  }
};

// The path of a directory_entry, the name of a locale, the text of a match.
template <>
struct shape_printer<shape::naming> {
  template <class T>
  static void put(writer& out, T const& value) {
    detail::put(out, text_of(value));
  }
  template <class T>
  static void put_debug(writer& out, T const& value) {
    auto const& words = text_of(value);
    using type = remove_cvref<decltype(words)>;
    detail::put(out, quoted_text<type const&>{words, escape_set::debug});
  }

 private:
  template <class T>
  static decltype(auto) text_of(T const& value) {
    if constexpr (requires { value.path(); })
      return value.path();
    else if constexpr (requires { value.str(); })
      return value.str();
    else
      return value.name();
  }
};

#endif

// Durations, points in time and dates.
//
// No allocation. Durations and the parts of dates print as the standard's
// operator<< does, points in time as ISO 8601. number/calendar.h writes the
// years of all of them, with ISO 8601's sign if they have more than four
// digits.

template <>
struct shape_printer<shape::duration> {
  template <class T>
  static constexpr void put(writer& out, T const& d) {
    using period = typename T::period;
    constexpr text name = name_of_unit(period::num, period::den);
    if constexpr (name.size != 0)
      detail::put(out, count_of(d), name);
    else if constexpr (period::den == 1)
      detail::put(out, count_of(d), '[', period::num, "]s");
    else
      detail::put(out, count_of(d), '[', period::num, '/', period::den, "]s");
  }
};

// Converts a duration since 1970 to a moment. Returns false if that is not
// possible.
template <class Duration>
constexpr bool moment_after_1970(Duration const& d, moment& to) {
  using period = typename Duration::period;
  auto const count = count_of(d);
  if constexpr (integer<decltype(count_of(d))> ||
                floating<decltype(count_of(d))>)
    return to_moment<period::num, period::den>(count, to);
  else
    return false;
}

template <class Point>
constexpr bool moment_of_fixed(Point const& at, moment& to) {
  moment epoch;
  return moment_after_1970(epoch_distance<Point>(), epoch) &&
         moment_after_1970(at.time_since_epoch(), to) &&
         !__builtin_add_overflow(to.days, epoch.days, &to.days) &&
         add_seconds(to, epoch.second);
}

template <class Point>
constexpr bool moment_of(Point const& at, moment& to) {
  using clock = typename Point::clock;
  constexpr time_scale scale = time_scale_of<Point>;
  if constexpr (scale == time_scale::system || scale == time_scale::local)
    return moment_after_1970(at.time_since_epoch(), to);
  else if constexpr (scale == time_scale::fixed)
    return moment_of_fixed(at, to);
  else if constexpr (scale == time_scale::by_sys)
    return moment_of(clock::to_sys(at), to);
  else if constexpr (scale == time_scale::by_utc)
    return moment_of(clock::to_utc(at), to);
  else
    return false;
}

// Calls write(out) with room for Size bytes, in the buffer or in a scratch.
// write returns the end of what it wrote.
template <std::size_t Size, class Write>
constexpr void put_within(writer& out, Write write) {
  if (char* const cursor = out.reserve(Size)) {
    out.advance_to(write(cursor));
  } else {
    char scratch[Size] = {};
    out.write(scratch, static_cast<std::size_t>(write(scratch) - scratch));
  }
}

template <>
struct shape_printer<shape::time_point> {
  template <class T>
  static constexpr void put(writer& out, T const& at) {
    using duration = typename T::duration;
    moment when;
    if (!moment_of(at, when)) {
      detail::put(out, at.time_since_epoch());
      return;
    }
    put_within<moment_room>(out, [&](char* to) {
      if constexpr (whole_days<duration>)
        return write_date(to, to_civil(when.days));
      to = write_moment(to, when);
      if constexpr (time_scale_of<T> != time_scale::local) *to++ = 'Z';
      return to;
    });
  }
};

template <>
struct shape_printer<shape::zoned_time> {
  template <class T>
  static constexpr void put(writer& out, T const& zoned) {
    auto const at = zoned.get_sys_time();
    auto const offset =
        static_cast<std::int64_t>(zoned.get_info().offset.count());
    moment when;
    if (!moment_of(at, when) || !add_seconds(when, offset)) {
      detail::put(out, at.time_since_epoch());
      return;
    }
    put_within<moment_room>(out, [&](char* to) {
      return write_offset(write_moment(to, when), offset);
    });
  }
};

// Writes a part of a date.
template <class T>
constexpr char* write_calendar(char* out, T const& v);

template <class First, class... Rest>
constexpr char* write_between_slashes(char* out, First const& first,
                                      Rest const&... rest) {
  out = write_calendar(out, first);
  ((*out++ = '/', out = write_calendar(out, rest)), ...);
  return out;
}

template <class T>
constexpr char* write_hh_mm_ss(char* out, T const& v) {
  moment rest;
  auto const part = count_of(v.subseconds());
  if constexpr (floating<decltype(count_of(v.subseconds()))>) {
    to_moment_of_text(part, static_cast<int>(T::fractional_width), rest);
  } else {
    rest.digits = T::fractional_width;
    rest.fraction = static_cast<std::uint64_t>(part);
  }
  if (v.is_negative()) *out++ = '-';
  out = write_two_or_more(out, static_cast<std::uint64_t>(v.hours().count()));
  *out++ = ':';
  out = write_two(out, static_cast<unsigned>(v.minutes().count()));
  *out++ = ':';
  out = write_two(out, static_cast<unsigned>(v.seconds().count()));
  return write_fraction(out, rest.fraction, rest.digits);
}

template <class T>
constexpr char* write_weekday_of_month(char* out, T const& v) {
  if constexpr (requires { v.index(); })
    return write_index_part(write_calendar(out, v.weekday()), v.index());
  else
    return write_text(write_calendar(out, v.weekday()), "[last]");
}

template <class T>
constexpr char* write_calendar(char* out, T const& v) {
  using kind = calendar_kind;
  constexpr kind what = calendar_kind_of<T>;
  if constexpr (what == kind::day) {
    return write_day_part(out, static_cast<unsigned>(v), v.ok());
  } else if constexpr (what == kind::month) {
    return write_month_part(out, static_cast<unsigned>(v));
  } else if constexpr (what == kind::year) {
    return write_year_part(out, static_cast<int>(v), v.ok());
  } else if constexpr (what == kind::weekday) {
    return write_weekday_part(out, v.c_encoding());
  } else if constexpr (what == kind::weekday_indexed ||
                       what == kind::weekday_last) {
    return write_weekday_of_month(out, v);
  } else if constexpr (what == kind::month_day) {
    return write_between_slashes(out, v.month(), v.day());
  } else if constexpr (what == kind::month_day_last) {
    return write_text(write_calendar(out, v.month()), "/last");
  } else if constexpr (what == kind::month_weekday) {
    return write_between_slashes(out, v.month(), v.weekday_indexed());
  } else if constexpr (what == kind::month_weekday_last) {
    return write_between_slashes(out, v.month(), v.weekday_last());
  } else if constexpr (what == kind::year_month) {
    return write_between_slashes(out, v.year(), v.month());
  } else if constexpr (what == kind::year_month_day) {
    out = write_date(
        out, {static_cast<int>(v.year()), static_cast<unsigned>(v.month()),
              static_cast<unsigned>(v.day())});
    return v.ok() ? out : write_text(out, " is not a valid date");
  } else if constexpr (what == kind::year_month_day_last) {
    return write_between_slashes(out, v.year(), v.month_day_last());
  } else if constexpr (what == kind::year_month_weekday) {
    return write_between_slashes(out, v.year(), v.month(), v.weekday_indexed());
  } else if constexpr (what == kind::year_month_weekday_last) {
    return write_between_slashes(out, v.year(), v.month(), v.weekday_last());
  } else {
    return write_hh_mm_ss(out, v);
  }
}

// Four parts of at most 32 bytes.
inline constexpr std::size_t calendar_room = 128;

template <>
struct shape_printer<shape::calendar> {
  template <class T>
  static constexpr void put(writer& out, T const& v) {
    put_within<calendar_room>(out,
                              [&](char* to) { return write_calendar(to, v); });
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
