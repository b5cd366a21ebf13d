// expect: rill: this type cannot be printed: give it a friend void
// rill_print(auto& out, Type const& x) { out(x.a, x.b); }
//
// test/refuse/styled_class.cpp: a class without a hook, in a style.
#include <rill/print.h>

struct point {
  int x, y;
};

int main() { rill::println(rill::styled(point{1, 2}, rill::red)); }
