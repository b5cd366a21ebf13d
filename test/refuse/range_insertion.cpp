// expect: rill: this type has an operator<<: rill::via_ostream(x) of
//   <rill/iostream.h> prints it, or a friend rill_print does
//
// test/refuse/range_insertion.cpp: a range with an operator<< whose
// elements have its own type, as JSON classes have.
#include <rill/print.h>

#include <ostream>

struct tree {
  tree const* begin() const { return nullptr; }
  tree const* end() const { return nullptr; }
};
std::ostream& operator<<(std::ostream& out, tree const&) { return out; }
int main() { rill::println(tree{}); }
