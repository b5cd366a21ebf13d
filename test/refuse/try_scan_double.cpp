// expect: rill: this version scans no floating-point numbers
// expect-gcc: [with int Argument = 2; Item = double&]
// expect-clang: argument_can_be_scanned<2, double &>
//
// test/refuse/try_scan_double.cpp: a floating-point number, second argument.
#include <rill/scan.h>

int main() {
  int n = 0;
  double x = 0;
  return rill::try_scan(stdin, n, x) ? 0 : 1;
}
