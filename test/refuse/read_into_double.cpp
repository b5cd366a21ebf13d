// expect: rill: this version scans no floating-point numbers
//
// test/refuse/read_into_double.cpp: an array of floating-point numbers.
#include <rill/scan.h>

int main() {
  double x[3];
  rill::read_into(stdin, x);
}
