// expect: rill: this type cannot be scanned
//
// test/refuse/parse_class.cpp: a class without a hook, out of a text.
#include <rill/scan.h>
#include <rill/types.h>

struct point {
  point() {}
  int x = 0, y = 0;
};

int main() { return rill::parse<point>("1 2").x; }
