// expect: rill: a std::istream is not a source
//
// test/refuse/scan_istream.cpp: a C++ stream.
#include <rill/scan.h>

#include <iostream>

int main() {
  int n = 0;
  rill::scan(std::cin, n);
}
