// expect: rill: fixed, scientific, general, hexfloat and upper are for
//   floating-point numbers: convert an integer first
//
// test/refuse/upper_integer.cpp: upper of an integer without a base.
#include <rill/print.h>

int main() { rill::print(rill::upper(255)); }
