// rill/table.h: what people read in columns and in words: tables, dumps of
// bytes, sizes, spans of time.
//
//     rill::println(rill::columns(prices, {.header = true}));
//     rill::println(rill::hexdump(bytes));
//     rill::println(rill::human_size(size), " in ",
//                   rill::human_duration(elapsed));
//
// A public header of its own, because these cost every program 6 ms to parse.
#ifndef RILL_TABLE_H
#define RILL_TABLE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// First, so that the compiler has few files to name in a refusal.
#include "print/refuse.h"

#include "types.h"

#include "print/human.h"
#include "print/table.h"

#endif
