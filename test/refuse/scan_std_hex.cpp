// expect: rill: std::quoted, std::hex and other manipulators are for C++'s
//   streams: write scan(rill::quoted(text)), scan(rill::hex(n))
//
// test/refuse/scan_std_hex.cpp: a manipulator that is a function.
#include <rill/scan.h>

#include <ios>

void f(rill::reader& in, int n) { rill::scan(in, std::hex, n); }
