// expect: rill: hex, oct, bin, base and prefix are for integers: hexfloat(x)
//   writes a floating-point number
//
// test/refuse/hex_double.cpp: hex of a floating-point number.
#include <rill/print.h>

int main() { rill::println(rill::hex(1.5)); }
