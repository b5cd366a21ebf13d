// expect: rill: an enumeration is not printed by itself: give it a rill_print, or cast it to its integer
//
// test/refuse/enumeration.cpp: an enumeration without a hook.
#include <rill/print.h>

enum class colour { red };
int main() { rill::print(colour::red); }
