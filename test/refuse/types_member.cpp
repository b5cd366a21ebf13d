// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_member.cpp: a member without <rill/types.h>.
#include <rill/print.h>

#include <vector>

struct point {
  int x;
  std::vector<int> y;
  RILL_FIELDS(point, x, y)
};
int main() { rill::println(point{1, {}}); }
