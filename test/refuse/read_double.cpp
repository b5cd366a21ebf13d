// expect: rill: this version scans no floating-point numbers
//
// test/refuse/read_double.cpp: a floating-point number by value.
#include <rill/scan.h>

int main() {
  return rill::read<double>() > 0;
}
