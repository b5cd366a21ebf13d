// expect: rill: to scan from a std::istream, make it the first argument and include <rill/iostream.h>
//
// test/refuse/scan_istream.cpp: a std::istream without its header.
#include <rill/scan.h>

#include <iostream>

int main() {
  int n = 0;
  rill::scan(std::cin, n);
}
