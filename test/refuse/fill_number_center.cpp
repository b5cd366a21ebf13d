// expect: rill: the third argument of left, right and center is the character
//   that fills, such as '0', not a number
// max-lines: 11
//
// test/refuse/fill_number_center.cpp: a number as the fill character.
#include <rill/print.h>

void f() { rill::println(rill::center("a", 6, 48u)); }
