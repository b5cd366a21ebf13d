// rill/number.h: numbers to text and back, in memory.
//
// Contract of everything here: no allocation, no exception, no system call,
// no locale. Writers return the end of what they wrote and are constexpr;
// readers return {end, error}.
//
//   char text[rill::decimal_size<int>];
//   char* end = rill::write_decimal(text, -42);           // "-42"
//   rill::write_base<16>(text, 255u, true);               // "FF"
//   int n;
//   if (rill::parse_integer(text, end, n)) …              // n is -42
//   rill::parse_many(first, last, out, count)             // white space
//   char real[rill::shortest_size<double>];
//   rill::write_shortest(real, 0.1);                      // "0.1"
//   rill::write_fixed(real, 2.5, 2);                      // "2.50"
//   double x;
//   rill::parse_float(first, last, x)                     // {end, error}
//
// Layer 2. Tests: test/number/.
#ifndef RILL_NUMBER_H
#define RILL_NUMBER_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "number/bulk.h"
#include "number/decimal.h"
#include "number/parse.h"
#include "number/parse_float.h"
#include "number/precise.h"
#include "number/result.h"
#include "number/shortest.h"

#endif
