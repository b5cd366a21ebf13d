// expect: rill: a writer is where to print to: it must be the first argument, and not const
//
// test/refuse/writer_second.cpp: a writer after the first argument.
#include <rill/print.h>

void f(rill::writer& a, rill::writer& b) { rill::print(a, "x", b); }
