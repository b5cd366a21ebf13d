// expect: rill: a function is not printed: call it, as in rill::out()
//
// test/refuse/print_function.cpp: the parentheses of a call are forgotten.
#include <rill/print.h>
#include <rill/stream.h>

void f() { rill::print(rill::out, "x"); }
