// expect: rill: an enumeration is not printed by itself: give it a rill_print,
//   or cast it to its integer, or name its values with RILL_ENUM(Type, a, b)
// flags: -DRILL_ENUM_NAMES=0
//
// test/refuse/enumeration.cpp: an enumeration with RILL_ENUM_NAMES=0.
#include <rill/types.h>

enum class colour { red };
int main() { rill::print(colour::red); }
