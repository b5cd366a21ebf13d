// expect: rill: via_ostream found no operator<< for this type: write one, or include its header
//
// test/refuse/via_ostream.cpp: a class without an operator<<.
#include <rill/iostream.h>

struct point {
  int x, y;
};
int main() { rill::println("at ", rill::via_ostream(point{1, 2})); }
