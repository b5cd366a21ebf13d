// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_join_insertion.cpp: elements that rill/types.h knows and
// that have an operator<< too.
#include <rill/print.h>

#include <complex>
#include <iostream>
#include <vector>

int main() {
  rill::println(rill::join(std::vector<std::complex<double>>(2), ","));
}
