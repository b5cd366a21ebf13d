// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_structure.cpp: right of a structure, without types.h.
#include <rill/print.h>

struct point {
  int x;
  int y;
};
int main() {
  char text[32];
  rill::format_into(text, rill::right(point{1, 2}, 12));
}
