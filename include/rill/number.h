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
//
// Floor 2. Tests: test/number/.
#ifndef RILL_NUMBER_H
#define RILL_NUMBER_H

#include "number/base.h"
#include "number/bulk.h"
#include "number/decimal.h"
#include "number/parse.h"
#include "number/parse_float.h"
#include "number/precise.h"
#include "number/result.h"

#endif
