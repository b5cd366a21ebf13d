// rill/csv.h: tables of comma-separated values, and settings. The door to
// scan/csv.h (csv), print/csv.h (csv_row) and scan/key_value.h (key_values).
//
//     for (auto const& row : rill::csv(rill::file::open("a.csv")))
//       sum += row.get<double>(3);
//     for (trade const& t : rill::csv<trade>(source, {.header = true})) …
//     rill::println(rill::csv_row(1, "two, \"2\"", 3.5));
//     for (auto [key, value, line] : rill::key_values(source)) …
#ifndef RILL_CSV_H
#define RILL_CSV_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "print/csv.h"
#include "scan/csv.h"
#include "scan/key_value.h"

#if RILL_HOSTED
#include "stream/standard.h"
#endif

#endif
