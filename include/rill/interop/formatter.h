// rill/interop/formatter.h: types that rill prints in std::format and
// std::print, and types that std::format prints in rill.
//
// Layer 7. Tests: test/interop/via_format_test.cpp,
// test/interop/formatter_test.cpp.
#ifndef RILL_INTEROP_FORMATTER_H
#define RILL_INTEROP_FORMATTER_H

#include <version>  // __cpp_lib_format

#include "../print/formatting.h"

#if defined(__cpp_lib_format)
#include <format>       // std::format_to, std::formatter
#include <string_view>  // std::string_view
#include <tuple>        // std::tuple, std::apply

#include "../os/error.h"
#endif

// Prints types that have a std::formatter.
//
// Allocates nothing of its own; throws what the formatter throws. Where the
// library has no <format>, a call of via_format does not compile, and the error
// names the compilers that have it.

namespace rill::inline RILL_BUILD {

#if defined(__cpp_lib_format)

namespace detail {

template <class T>
concept has_std_formatter =
    std::is_default_constructible_v<std::formatter<remove_cvref<T>, char>>;

template <has_std_formatter T>
inline constexpr bool has_formatter_of_std<T> = true;

template <class... Args>
constexpr bool all_formatted() {
  constexpr bool all = (has_std_formatter<Args> && ...);
  static_assert(all,
                "rill: an argument of via_format has no std::formatter: write "
                "one, or include its header");
  return all;
}

// Takes the place of the format string if an argument has no formatter, so that
// the message above is the only one.
struct any_format {
  constexpr any_format(char const*) noexcept {}
};
template <class... Args>
using format_of = std::conditional_t<(has_std_formatter<Args> && ...),
                                     std::format_string<Args...>, any_format>;

template <class T>
concept takes_const_of_std = requires(
    std::formatter<remove_cvref<T>, char>& format, remove_cvref<T> const& value,
    std::format_context& to) { format.format(value, to); };
template <class T>
using lent_to_std = format_argument<T, takes_const_of_std<T>>;

// A value that prints through its std::formatter.
template <class T>
struct formatted_value {
  lent_to_std<T> value;
};

// Values that print through a format string.
template <class... Args>
struct formatted_text {
  std::string_view format;
  std::tuple<lent_to_std<Args>...> values;
};

template <class T>
struct printer<formatted_value<T>> {
  static void put(writer& out, formatted_value<T> const& v) {
    format_block block(out);
    auto&& value = v.value.lend();
    std::format_to(format_iterator(block), "{}", value).finish();
  }
};

template <class... Args>
struct printer<formatted_text<Args...>> {
  static void put(writer& out, formatted_text<Args...> const& v) {
    format_block block(out);
    auto const print = [&](auto&&... values) {
      return std::vformat_to(format_iterator(block), v.format,
                             std::make_format_args(values...));
    };
    std::apply([&](auto const&... args) { return print(args.lend()...); },
               v.values)
        .finish();
  }
};

}  // namespace detail

/// `via_format(x)`: prints x as std::format("{}", x) does.
///
/// Requires: a std::formatter for x. Errors: what the formatter throws; the
/// text that it wrote before stays. Cost: std::format_to and a copy of the
/// text; rill allocates nothing.
template <class T>
constexpr auto via_format(T&& value) {
  if constexpr (detail::all_formatted<T>())
    return detail::formatted_value<T>{{static_cast<T&&>(value)}};
  else
    return text();
}

/// `via_format("{:>8.3f} {}", x, y)`: prints as std::format does. The format
/// string is checked at compile time.
template <class First, class... Rest>
constexpr auto via_format(detail::format_of<First, Rest...> format,
                          First&& first, Rest&&... rest) {
  if constexpr (detail::all_formatted<First, Rest...>())
    return detail::formatted_text<First, Rest...>{
        format.get(),
        {detail::lent_to_std<First>{static_cast<First&&>(first)},
         detail::lent_to_std<Rest>{static_cast<Rest&&>(rest)}...}};
  else
    return text();
}

#else

template <class... Args>
constexpr text via_format(Args const&...) {
  static_assert(detail::always_false<void(Args const&...)>,
                "rill: via_format needs the header <format>, which the "
                "standard library of this compiler (" __VERSION__
                ") does not have: g++ has it from version 13 on, clang with "
                "libc++ from 17 on");
  return {};
}

#endif

}  // namespace rill::inline RILL_BUILD

// Types that rill prints, in std::format and std::print.
//
// Empty if the library has no <format>.

#if defined(__cpp_lib_format)

namespace rill::inline RILL_BUILD {

/// The base class of a std::formatter for a type that rill prints:
///
///     template <>
///     struct std::formatter<point> : rill::formatter {};
///
/// Accepts the format specification of a string, such as "{:*^12}": fill,
/// alignment, width and precision. Any other does not compile. Cost: with a
/// width or a precision, the text is first made in a buffer, on the heap if it
/// is longer than 256 bytes.
struct formatter
    : detail::formatter_base<std::formatter<std::string_view, char>,
                             std::string_view> {};

}  // namespace rill::inline RILL_BUILD

template <>
struct std::formatter<rill::error> : rill::formatter {};

#endif

#endif
