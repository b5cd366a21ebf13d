// rill/csv.h: tables of comma-separated values. The door to scan/csv.h and
// print/csv.h.
//
//     for (auto const& row : rill::csv(rill::file::open("a.csv")))
//       sum += row.get<double>(3);
//     for (trade const& t : rill::csv<trade>(source, {.header = true})) …
//     rill::println(rill::csv_row(1, "two, \"2\"", 3.5));
#ifndef RILL_CSV_H
#define RILL_CSV_H

#include "scan/csv.h"

#if RILL_HOSTED
#include "stream/standard.h"
#endif

#endif
