// expect: rill: the elements of this range are ranges of its own type, without
//   end: give it a rill_print
//
// test/refuse/endless_range.cpp: a range whose elements have its own type.
#include <rill/types.h>

#include <vector>

struct node : std::vector<node> {};

void f(node const& n) { rill::println(n); }
