// expect: rill: hex, oct, bin, base and prefix are for integers: hexfloat(x)
//   writes a floating-point number
// max-lines: 9
//
// test/refuse/behind_locale.cpp: hex_double.cpp with <rill/locale.h> first.
#include <rill/locale.h>
#include <rill/print.h>

int main() { rill::println(rill::hex(1.5)); }
