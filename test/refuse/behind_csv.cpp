// expect: rill: this type cannot be scanned
// max-lines: 9
//
// test/refuse/behind_csv.cpp: scan_class.cpp with <rill/csv.h> first.
#include <rill/csv.h>
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
