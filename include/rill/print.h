// rill/print.h: printing. The public header of print/.
//
//     rill::println("Hello, ", name, ": ", 42);
//     rill::print(file, rill::right(n, 8), '\n');
//
// Prints text of every character type, characters, bool, integers up to 128
// bits, floating-point numbers, pointers (ptr), anything with a rill_print or a
// line RILL_FIELDS, and the wrappers hex, oct, bin, base, upper, prefix, fixed,
// scientific, general, hexfloat, plus, space, grouped, decimal_comma,
// zero_padded, left, right, center, join, quoted, debug, when. Containers,
// structures, enumerations, optionals, times and exceptions are rill/types.h.
// Documented at the declarations: print/print.h (the functions), print/concat.h
// (into strings and memory), value/ (the wrappers).
#ifndef RILL_PRINT_H
#define RILL_PRINT_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "print/concat.h"
#include "print/join.h"
#include "print/layout.h"
#include "print/print.h"

#endif
