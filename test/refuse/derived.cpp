// expect: rill: a structure with a base class is not printed by itself: name
// expect: its members, those of the base too, with RILL_FIELDS(Type, a, b)
//
// test/refuse/derived.cpp: the hook of the base would not print the members
// of the derived class.
#include <rill/types.h>

struct base {
  friend void rill_print(auto& out, base const&) { out("base"); }
};
struct derived : base {};
int main() { rill::print(derived()); }
