// expect: rill: fixed, scientific, general, hexfloat and upper are for
//   floating-point numbers: convert an integer first
//
// test/refuse/fixed_integer.cpp: digits behind the point of an integer.
#include <rill/print.h>

int main() { rill::print(rill::fixed(5, 2)); }
