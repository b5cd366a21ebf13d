// expect: rill: this type cannot be scanned
//
// test/refuse/parse_class.cpp: parse of a class without a hook.
#include <rill/scan.h>
#include <rill/types.h>

struct point {
  point() {}
  int x = 0, y = 0;
};

int main() { return rill::parse<point>("1 2").x; }
