// expect: rill: this type cannot be printed: give it a friend void rill_print(auto& out, Type const& x) { out(x.a, x.b); }
//
// test/refuse/derived.cpp: a class whose base has a hook: it would lose its own part.
#include <rill/print.h>

struct base {
  friend void rill_print(auto& out, base const&) { out("base"); }
};
struct derived : base {};
int main() { rill::print(derived()); }
