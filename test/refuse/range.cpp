// expect: rill: the elements of this range are ranges of its own type, without
//   end: give it a rill_print
//
// test/refuse/range.cpp: a range whose elements have its own type.
#include <rill/types.h>

struct tree {
  tree const* begin() const { return nullptr; }
  tree const* end() const { return nullptr; }
};
int main() { rill::print(tree()); }
