// expect: rill: via_ostream is for a type with an operator<<, which this one
// has not (or its header is not included)
//
// test/refuse/via_ostream.cpp: a class without an operator<<.
#include <rill/iostream.h>

struct point {
  int x, y;
};
int main() { rill::println("at ", rill::via_ostream(point{1, 2})); }
