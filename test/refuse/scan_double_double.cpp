// expect: rill: a long double that is the sum of two doubles is not scanned: scan a double
// flags: -DRILL_LONG_DOUBLE_BITS=106
//
// test/refuse/scan_double_double.cpp: the long double of some PowerPC systems.
#include <rill/scan.h>

int main() {
  long double x = 0;
  rill::scan(x);
}
