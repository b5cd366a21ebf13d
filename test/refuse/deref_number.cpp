// expect: rill: deref is for pointers, optionals and iterators, and for ranges
//   of them
// expect-gcc: int Argument = 1;
// expect-clang: argument_can_be_printed<1,
//
// test/refuse/deref_number.cpp: deref of a number.
#include <rill/types.h>

void f(int n) { rill::println(rill::deref(n)); }
