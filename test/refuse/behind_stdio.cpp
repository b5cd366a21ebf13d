// expect: rill: the elements of this range are ranges of its own type, without
//   end: give it a rill_print
// max-lines: 9
//
// test/refuse/behind_stdio.cpp: range.cpp with <rill/stdio.h> first.
#include <rill/stdio.h>
#include <rill/types.h>

struct tree {
  tree const* begin() const { return nullptr; }
  tree const* end() const { return nullptr; }
};
int main() { rill::print(tree()); }
