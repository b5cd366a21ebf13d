// expect: rill: this version scans no floating-point numbers
//
// test/refuse/values_double.cpp: a range of floating-point numbers.
#include <rill/scan.h>

int main() {
  double sum = 0;
  for (double x : rill::values<double>(stdin)) sum += x;
  return sum > 0;
}
