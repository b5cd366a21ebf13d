// says: rill: to print to a std::ostream, make it the first argument, not const, and include <rill/iostream.h>
//
// test/refuse/ostream.cpp: a std::ostream without its header.
#include <rill/print.h>

#include <ostream>

void f(std::ostream& out) { rill::print(out, "text"); }
