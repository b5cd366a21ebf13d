// expect: rill: a hook prints by calls of its first argument, out(a, ", ", b),
//   without operator<<
// max-lines: 20
//
// test/refuse/hook_insertion.cpp: a chain of operator<< in a hook.
#include <rill/types.h>

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out << p.x << ", " << p.y;
  }
};
int main() { rill::println(point{1, 2}); }
