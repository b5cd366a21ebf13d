// rill/types.h: types that print and scan without a line of the program's. The
// door to the shapes.
//
//     rill::println(std::vector{1, 2, 3});             // [1, 2, 3]
//     rill::println(std::map<int, point>{{1, {2, 3}}});  // {1: point{2, 3}}
//
// Containers, tuples, optionals, variants, smart pointers, structures,
// enumerations, times, exceptions and the other types of the standard library,
// with rill/print.h, which this header includes, and with rill/scan.h, where
// that is included too, before or behind it. Also rows, deref, pretty and tr.
// None of the headers in which these types are is included, but <exception>.
#ifndef RILL_TYPES_H
#define RILL_TYPES_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// First, so that the compiler has few files to name in a refusal.
#include "print/refuse.h"

#include "print.h"
#include "print/types.h"

#ifdef RILL_SCAN_H
#include "scan/types.h"
#endif

#endif
