// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_complex.cpp: fixed around a complex number
// without <rill/types.h>.
#include <rill/print.h>

#include <complex>

int main() { rill::println(rill::fixed(std::complex<double>(1, 2), 2)); }
