// expect: rill: a std::istream is where to scan from, and nothing is printed to it
// max-lines: 11
//
// test/refuse/print_istream.cpp: print in place of scan.
#include <rill/iostream.h>

void f(std::istream& in) { rill::print(in, "x"); }
