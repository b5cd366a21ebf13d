// expect: rill: via_ostream(x) is in <rill/iostream.h>: include it
//
// test/refuse/via_ostream_without_header.cpp: via_ostream without its header.
#include <rill/rill.h>

#include <complex>

int main() { rill::println(rill::via_ostream(std::complex<double>())); }
