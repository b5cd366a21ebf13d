// expect: rill: this type cannot be scanned
//
// test/refuse/scan_class.cpp: a class without a hook.
#include <rill/scan.h>
#include <rill/types.h>

struct point {
  point() {}
  int x = 0, y = 0;
};

int main() {
  point p;
  rill::scan(p);
}
