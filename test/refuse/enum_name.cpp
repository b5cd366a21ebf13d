// expect-gcc: is not a member of
// expect-clang: no member named 'gren' in 'colour'
// max-lines: 16
//
// test/refuse/enum_name.cpp: a name in RILL_ENUM that is no enumerator.
#include <rill/types.h>

enum colour { red, green };
RILL_ENUM(colour, red, gren)
int main() { rill::print(red); }
