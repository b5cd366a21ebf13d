// expect: rill: a structure with a base class is not printed by itself: name
//   its members, those of the base too, with RILL_FIELDS(Type, a, b)
//
// test/refuse/aggregate_base.cpp: a structure with a base class.
#include <rill/types.h>

struct point {
  int x, y;
};
struct place : point {
  int z;
};
int main() { rill::print(place{{1, 2}, 3}); }
