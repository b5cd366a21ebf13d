// expect: rill: quoted and escaped are for texts
// expect-gcc: int Argument = 1;
// expect-clang: argument_can_be_printed<1,
//
// test/refuse/quoted_number.cpp: a number between quotes.
#include <rill/print.h>

void f(int n) { rill::println(rill::quoted(n)); }
