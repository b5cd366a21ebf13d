// expect: rill: to print to a std::ostream, make it the first argument, not const, and include <rill/iostream.h>
// max-lines: 11
//
// test/refuse/print_wide_ostream.cpp: a wide stream without its header.
#include <rill/print.h>

#include <sstream>

void f(std::wostringstream& out) { rill::print(out, "x"); }
