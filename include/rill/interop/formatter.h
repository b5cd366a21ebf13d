// rill/interop/formatter.h: what rill prints, in std::format and std::print.
//
// Floor 6. Empty where the library has no <format>. Tests:
// test/interop/formatter_test.cpp.
#ifndef RILL_INTEROP_FORMATTER_H
#define RILL_INTEROP_FORMATTER_H

#include <version>  // __cpp_lib_format

#if defined(__cpp_lib_format)
#include <format>       // std::formatter
#include <string_view>  // std::string_view

#include "../os/error.h"
#include "../print/formatting.h"

namespace rill::inline RILL_BUILD {

/// What a std::formatter of a type that rill prints derives from:
///
///     template <>
///     struct std::formatter<point> : rill::formatter {};
///
/// Takes the format specification of a text, "{:*^12}" for example: fill,
/// alignment, width and precision; anything else does not compile.
/// Cost: with a width or a precision the text is made in a scratch first, on
/// the heap when it is longer than 256 bytes.
struct formatter
    : detail::formatter_base<std::formatter<std::string_view, char>,
                             std::string_view> {};

}  // namespace rill::inline RILL_BUILD

template <>
struct std::formatter<rill::error> : rill::formatter {};

#endif
#endif
