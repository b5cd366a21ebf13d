// expect: rill: hex, fixed, plus and other wrappers are for one number:
//   rill::join(range, ", ", [](auto const& x) { return rill::fixed(x, 2); })
//   prints each of a range
//
// test/refuse/plus_range.cpp: plus of the numbers of a range.
#include <rill/types.h>

#include <vector>

int main() { rill::println(rill::plus(std::vector{2})); }
