// expect: rill: join and rows are for ranges, tuples and structures
// expect-gcc: int Argument = 2;
// expect-clang: argument_can_be_printed<2,
//
// test/refuse/join_number.cpp: a single value with separators.
#include <rill/print.h>

void f(int n) { rill::print("n = ", rill::join(n, ", ")); }
