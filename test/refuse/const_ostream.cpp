// expect: rill: to print to a std::ostream, make it the first argument, not const, and include <rill/iostream.h>
//
// test/refuse/const_ostream.cpp: a const std::ostream.
#include <rill/iostream.h>

void f(std::ostream const& out) { rill::print(out, "x"); }
