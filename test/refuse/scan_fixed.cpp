// expect: rill: fixed, plus and other wrappers are for printing: scan the variable
// itself
//
// test/refuse/scan_fixed.cpp: the form of a number that is to be read.
#include <rill/print.h>
#include <rill/scan.h>

int main() {
  double x = 0;
  rill::scan(rill::fixed(x, 2));
}
