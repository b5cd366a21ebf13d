// expect: rill: this version scans no floating-point numbers
//
// test/refuse/scan_double.cpp: a floating-point number.
#include <rill/scan.h>

int main() {
  double x = 0;
  rill::scan(x);
}
