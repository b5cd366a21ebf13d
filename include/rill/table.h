// rill/table.h: what people read in columns and in words: tables, dumps of
// bytes, sizes, spans of time.
//
//     rill::println(rill::columns(prices, {.header = true}));
//     rill::println(rill::hexdump(bytes));
//     rill::println(rill::human_size(size), " in ",
//                   rill::human_duration(elapsed));
//
// A door of its own, because these cost every program 6 ms to parse.
#ifndef RILL_TABLE_H
#define RILL_TABLE_H

#include "print.h"

#include "print/hexdump.h"
#include "print/human.h"
#include "print/table.h"

#endif
