// rill/time.h: points in time in the local time zone, or with another number of
// decimals than print gives them.
//
//     rill::println(rill::local_time(std::chrono::system_clock::now(), 0));
//
// Durations, points in time and the parts of dates print and scan with
// rill/print.h and rill/scan.h alone. Documented in print/local_time.h:
// local_time, iso8601.
#ifndef RILL_TIME_H
#define RILL_TIME_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "types.h"

#include "print/local_time.h"

#endif
