// rill/format.h: std::format and rill. The public header of interop/format*.h.
//
//     rill::println(rill::via_format(x));           // x has a std::formatter
//     rill::println(rill::via_format("{:>8.3f}", y));
//     template <>                                   // p has a rill_print
//     struct std::formatter<point> : rill::formatter {};
//
// Requires a standard library with <format>; without one, via_format fails a
// static_assert. Not a part of rill/rill.h, because <format> takes half a
// second to compile.
#ifndef RILL_FORMAT_H
#define RILL_FORMAT_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "print.h"

#include "interop/formatter.h"

#endif
