// expect: rill: line, rest, until and quoted read a text: into a std::string,
//   not into an array, a pointer or a number
//
// test/refuse/scan_rest_number.cpp: the rest of the input into a number.
#include <rill/scan.h>

void f(int n) { rill::scan(rill::rest(n)); }
