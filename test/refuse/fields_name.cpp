// expect-gcc: has no member named
// expect-clang: no member named 'z' in 'point'
// max-lines: 22
//
// test/refuse/fields_name.cpp: a name in RILL_FIELDS that is no member.
#include <rill/types.h>

struct point {
  int x, y;
};
RILL_FIELDS(point, x, z)
int main() { rill::print(point{1, 2}); }
