// expect: rill: an enumeration is not printed by itself: give it a rill_print
// expect: or name its values with RILL_ENUM(Type, a, b)
// flags: -DRILL_ENUM_NAMES=0
//
// test/refuse/enumeration.cpp: an enumeration, where they do not print by
// name.
#include <rill/print.h>

enum class colour { red };
int main() { rill::print(colour::red); }
