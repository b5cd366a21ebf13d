// rill/scan.h: scanning. The public header of scan/.
//
//     int n;
//     while (rill::scan(n)) sum += n;
//     for (auto line : rill::lines(rill::file::open("log.txt"))) …
//
// Scans integers up to 128 bits in every base, floating-point numbers, words,
// characters, bool, lines (line, rest, until), quoted text, anything with a
// rill_scan or a line RILL_FIELDS, and matches literals; with rill/types.h
// containers, structures and enumerations in the form in which they print.
// Documented at the declarations: scan/scan.h (scan, try_scan), scan/read.h
// (read, parse, read_into, values), scan/lines.h (lines, words, fields).
#ifndef RILL_SCAN_H
#define RILL_SCAN_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "scan/lines.h"

#include "scan/refuse.h"

#include "scan/read.h"
#include "scan/scan.h"

#if RILL_HOSTED
#include "cstdio/standard_streams.h"
#endif

#ifdef RILL_TYPES_H
#include "scan/aggregate.h"
#include "scan/container.h"
#include "scan/standard.h"
#include "scan/structure.h"
#include "scan/time.h"
#endif

#endif
