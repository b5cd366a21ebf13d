// expect: rill: plus, space, grouped, decimal_comma and zero_padded are for
//   numbers
//
// test/refuse/grouped_char.cpp: grouped around a character.
#include <rill/print.h>

int main() { rill::print(rill::grouped('5')); }
