// expect: rill: a writer is where to print to: it must be the first argument, and not const
//
// test/refuse/const_writer.cpp: a const writer.
#include <rill/print.h>

void f(rill::writer const& out) { rill::print(out, "x"); }
