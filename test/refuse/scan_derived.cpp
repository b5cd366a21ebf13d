// expect: rill: this type cannot be scanned
//
// test/refuse/scan_derived.cpp: a class whose base has the only hook.
#include <rill/scan.h>
#include <rill/types.h>

struct point {
  int x, y;
  friend void rill_scan(auto& in, point& p) { in(p.x, p.y); }
};
struct point3 : point {
  int z;
};

int main() {
  point3 p;
  rill::scan(p);
}
