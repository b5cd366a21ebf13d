// expect: rill: this type cannot be printed
// expect: RILL_FIELDS(Type, a, b)
// flags: -DRILL_AGGREGATES=0
//
// test/refuse/aggregate_off.cpp: a structure with RILL_AGGREGATES=0.
#include <rill/types.h>

struct point {
  int x, y;
};
int main() { rill::print(point{1, 2}); }
