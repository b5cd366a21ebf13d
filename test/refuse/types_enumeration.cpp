// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_enumeration.cpp: an enumeration without <rill/types.h>.
#include <rill/print.h>

enum class color { red };
int main() { rill::println(color::red); }
