// expect: rill: this type has an operator<<: rill::via_ostream(x) of
// expect: <rill/iostream.h> prints it, or a friend rill_print does
//
// test/refuse/types_insertion.cpp: the error names via_ostream, not types.h.
#include <rill/print.h>

#include <iosfwd>

struct point {
  int x;
  friend std::ostream& operator<<(std::ostream&, point const&);
};
int main() { rill::println(point{1}); }
