// expect: rill: plus, space, grouped, decimal_comma and zero_padded are for
//   numbers
//
// test/refuse/plus_text.cpp: a plus sign before a text.
#include <rill/print.h>

int main() { rill::print(rill::plus("text")); }
