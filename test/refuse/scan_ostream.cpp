// expect: rill: a std::ostream is where to print to, and nothing is scanned from it
//
// test/refuse/scan_ostream.cpp: scan in place of print.
#include <rill/iostream.h>

void f(std::ostream& out, int n) { rill::scan(out, n); }
