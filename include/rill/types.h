// rill/types.h: types that print and scan without a hook or a RILL_FIELDS line.
// The public header of printing and scanning by shape: a type's members,
// elements or alternatives.
//
//     rill::println(std::vector{1, 2, 3});             // [1, 2, 3]
//     rill::println(std::map<int, point>{{1, {2, 3}}});  // {1: point{2, 3}}
//
// Prints and scans standard and user-defined types that have neither a hook nor
// a RILL_FIELDS line: containers, tuples, optionals, variants, smart pointers,
// structures, enumerations, times and exceptions. Includes rill/print.h. If
// rill/scan.h is included too, in either order, these types also scan. Also
// defines rows, deref, pretty and tr. The only one of these types' headers it
// includes is <exception>.
#ifndef RILL_TYPES_H
#define RILL_TYPES_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "print.h"
#include "print/container.h"
#include "print/exception.h"
#include "print/pretty.h"
#include "print/standard.h"
#include "print/translate.h"

#ifdef RILL_SCAN_H
#include "scan/aggregate.h"
#include "scan/container.h"
#include "scan/standard.h"
#include "scan/structure.h"
#include "scan/time.h"
#endif

#endif
