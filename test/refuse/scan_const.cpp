// says: rill: a const cannot be scanned into
//
// test/refuse/scan_const.cpp: a const variable.
#include <rill/scan.h>

int main() {
  int const n = 0;
  rill::scan(n);
}
