// expect: rill: fixed, grouped and other wrappers are for printing: scan the
//   variable itself
//
// test/refuse/scan_fixed.cpp: scan into a wrapper for printing.
#include <rill/print.h>
#include <rill/scan.h>

int main() {
  double x = 0;
  rill::scan(rill::fixed(x, 2));
}
