// rill/driver/fmt.h: prints with {fmt}'s formatters in rill, and rill's types
// in {fmt}. Inert unless included.
//
//     rill::println(rill::via_fmt(x));              // x has a fmt::formatter
//     rill::println(rill::via_fmt("{:>8.3f}", y));
//     template <>                                   // point has a rill_print
//     struct fmt::formatter<point> : rill::fmt_formatter {};
//
// Needs <fmt/format.h>, version 8 or newer, as a library or with
// FMT_HEADER_ONLY. Layer 7. Allocates nothing of its own; throws what the
// formatter throws. Tests: test/driver/fmt_test.cpp.
#ifndef RILL_DRIVER_FMT_H
#define RILL_DRIVER_FMT_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "../print/refuse.h"

#include <fmt/format.h>  // fmt::format_to, fmt::formatter

#include <tuple>  // std::tuple, std::apply

#include "../os/error.h"
#include "../print/formatting.h"

namespace rill::inline RILL_BUILD {

namespace detail {
template <class T>
concept takes_const_of_fmt = fmt::is_formattable<remove_cvref<T> const>::value;
template <class T>
using lent_to_fmt = format_argument<T, takes_const_of_fmt<T>>;

// A value that prints through its fmt::formatter.
template <class T>
struct fmt_value {
  lent_to_fmt<T> value;
};

// Values that print through a format string of {fmt}.
template <class... Args>
struct fmt_text {
  fmt::string_view format;
  std::tuple<lent_to_fmt<Args>...> values;
};

template <class T>
concept has_fmt_formatter = fmt::is_formattable<remove_cvref<T>>::value;

template <has_fmt_formatter T>
inline constexpr bool has_formatter_of_fmt<T> = true;

template <class... Args>
constexpr bool all_fmt_formatted() {
  constexpr bool all = (has_fmt_formatter<Args> && ...);
  static_assert(all,
                "rill: an argument of via_fmt has no fmt::formatter: write "
                "one, or include its header");
  return all;
}

// The format string's type if an argument has no formatter. It accepts every
// string, so the static_assert of all_fmt_formatted is the only error.
struct any_fmt_format {
  constexpr any_fmt_format(char const*) noexcept {}
};
template <class... Args>
using fmt_format_of =
    std::conditional_t<(has_fmt_formatter<Args> && ...),
                       fmt::format_string<Args...>, any_fmt_format>;

// The text of a checked format string. Newer versions of {fmt} deprecate its
// conversion to string_view; older versions have no get().
template <class Format>
constexpr fmt::string_view format_text(Format const& format) {
  if constexpr (requires { format.get(); })
    return format.get();
  else
    return format;
}

template <class T>
struct printer<fmt_value<T>> {
  static void put(writer& out, fmt_value<T> const& v) {
    format_block block(out);
    auto&& value = v.value.lend();
    fmt::format_to(format_iterator(block), "{}", value).finish();
  }
};

template <class... Args>
struct printer<fmt_text<Args...>> {
  static void put(writer& out, fmt_text<Args...> const& v) {
    format_block block(out);
    auto const print = [&](auto&&... values) {
      return fmt::vformat_to(format_iterator(block), v.format,
                             fmt::make_format_args(values...));
    };
    std::apply([&](auto const&... args) { return print(args.lend()...); },
               v.values)
        .finish();
  }
};

}  // namespace detail

/// `via_fmt(x)`: prints x like fmt::format("{}", x).
///
/// Requires: x has a fmt::formatter.
/// Errors: what the formatter throws; output it made before stays.
/// Cost: fmt::format_to, and a copy of the text; rill allocates nothing.
template <class T>
constexpr auto via_fmt(T&& value) {
  if constexpr (detail::all_fmt_formatted<T>())
    return detail::fmt_value<T>{{static_cast<T&&>(value)}};
  else
    return text();
}

/// `via_fmt("{:>8.3f} {}", x, y)`: prints like fmt::format. The format string
/// is checked at compile time.
template <class First, class... Rest>
constexpr auto via_fmt(detail::fmt_format_of<First, Rest...> format,
                       First&& first, Rest&&... rest) {
  if constexpr (detail::all_fmt_formatted<First, Rest...>())
    return detail::fmt_text<First, Rest...>{
        detail::format_text(format),
        {detail::lent_to_fmt<First>{static_cast<First&&>(first)},
         detail::lent_to_fmt<Rest>{static_cast<Rest&&>(rest)}...}};
  else
    return text();
}

/// Base class of a fmt::formatter for a type that rill prints:
///
///     template <>
///     struct fmt::formatter<point> : rill::fmt_formatter {};
///
/// Takes the format specification of a text: fill, alignment, width and
/// precision; anything else does not compile. Cost: with a width or a
/// precision, the text is first made in a buffer, on the heap if it is longer
/// than 256 bytes.
struct fmt_formatter : detail::formatter_base<fmt::formatter<fmt::string_view>,
                                              fmt::string_view> {};

}  // namespace rill::inline RILL_BUILD

template <>
struct fmt::formatter<rill::error> : rill::fmt_formatter {};

#endif
