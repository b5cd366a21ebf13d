// expect: rill: a hook reads by calls of its first argument, in(a, ",", b),
//   without operator>>
// max-lines: 20
//
// test/refuse/hook_extraction.cpp: a chain of operator>> in a hook.
#include <rill/scan.h>

struct point {
  int x, y;
  friend void rill_scan(auto& in, point& p) { in >> p.x >> p.y; }
};
int main() {
  point p;
  rill::scan(p);
}
