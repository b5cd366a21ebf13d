// rill/csv.h: tables of comma-separated values, and settings. The public header
// of csv/table.h (csv), csv/rows.h (csv_row) and csv/key_value.h (key_values).
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

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"
#include "scan/refuse.h"

#include "csv/key_value.h"
#include "csv/rows.h"
#include "csv/table.h"

#if RILL_HOSTED
#include "cstdio/standard_streams.h"
#endif

#endif
