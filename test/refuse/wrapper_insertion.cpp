// expect: rill: hex, right, join and other wrappers are for rill's print:
//   rill::print(std::cout, rill::hex(n)), with #include <rill/iostream.h>
//
// test/refuse/wrapper_insertion.cpp: a wrapper of rill in a chain of a C++
// stream.
#include <rill/print.h>

#include <iostream>

int main() { std::cout << "x = " << rill::hex(255) << ' ' << 1 << std::endl; }
