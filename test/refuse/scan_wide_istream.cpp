// expect: rill: to scan from a std::istream, make it the first argument and include <rill/iostream.h>
//
// test/refuse/scan_wide_istream.cpp: a wide stream without its header.
#include <rill/scan.h>

#include <sstream>

void f(std::wistringstream& in, int n) { rill::scan(in, n); }
