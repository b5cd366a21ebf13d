// expect: rill: this type cannot be printed: give it a friend void rill_print(auto& out, Type const& x) { out(x.a, x.b); }
// expect-gcc: [with int Argument = 2; Type = point]
// expect-clang: argument_can_be_printed<2, point>
//
// test/refuse/class_without_hook.cpp: a class without a hook.
#include <rill/print.h>

struct point {
  int x, y;
};
int main() { rill::print("at ", point{1, 2}); }
