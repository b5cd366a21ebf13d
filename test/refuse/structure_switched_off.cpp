// expect: rill: this type cannot be printed: give it a friend void
// expect: or a line RILL_FIELDS(Type, a, b)
// flags: -DRILL_AGGREGATES=0
//
// test/refuse/structure_switched_off.cpp: a structure, where they do not
// print by their members.
#include <rill/types.h>

struct point {
  int x, y;
};
int main() { rill::print("at ", point{1, 2}); }
