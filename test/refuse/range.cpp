// expect: rill: a range is printed by rill::join(range, ", ")
//
// test/refuse/range.cpp: a range without join.
#include <rill/print.h>

#include <vector>

void f(std::vector<int> const& v) { rill::print(v); }
