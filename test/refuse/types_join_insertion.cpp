// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_join_insertion.cpp: elements with an operator<<
// that <rill/types.h> prints: the error names the header.
#include <rill/print.h>

#include <complex>
#include <iostream>
#include <vector>

int main() {
  rill::println(rill::join(std::vector<std::complex<double>>(2), ","));
}
