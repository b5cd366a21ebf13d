// expect: rill: a pointer is not scanned into
//
// test/refuse/scan_pointer.cpp: the address of a variable.
#include <rill/scan.h>

int main() {
  int n = 0;
  rill::scan(&n);
}
