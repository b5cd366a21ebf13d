// expect: rill: via_istream(x) is in <rill/iostream.h>: include it
//
// test/refuse/via_istream_without_header.cpp: via_istream without its header.
#include <rill/rill.h>

#include <complex>

int main() {
  std::complex<double> z;
  rill::scan(rill::via_istream(z));
}
