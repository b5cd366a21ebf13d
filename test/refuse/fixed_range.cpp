// expect: rill: hex, fixed, plus and other wrappers are for one number:
//   rill::join(range, ", ", [](auto const& x) { return rill::fixed(x, 2); })
//   prints each of a range
//
// test/refuse/fixed_range.cpp: fixed of the numbers of a range.
#include <rill/types.h>

#include <vector>

int main() { rill::println(rill::fixed(std::vector{1.5})); }
