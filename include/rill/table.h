// rill/table.h: output for people: tables, hex dumps, sizes with units,
// durations in words.
//
//     rill::println(rill::columns(prices, {.header = true}));
//     rill::println(rill::hexdump(bytes));
//     rill::println(rill::human_size(size), " in ",
//                   rill::human_duration(elapsed));
//
// Not a part of rill/print.h, because it takes 6 ms to parse.
#ifndef RILL_TABLE_H
#define RILL_TABLE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "types.h"

#include "print/human.h"
#include "print/table.h"

#endif
