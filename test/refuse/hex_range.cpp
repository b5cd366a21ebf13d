// expect: rill: hex, fixed, plus and other wrappers are for one number:
//   rill::join(range, ", ", [](auto const& x) { return rill::fixed(x, 2); })
//   prints each of a range
//
// test/refuse/hex_range.cpp: hex of the numbers of a range.
#include <rill/types.h>

#include <vector>

int main() { rill::println(rill::hex(std::vector{3})); }
