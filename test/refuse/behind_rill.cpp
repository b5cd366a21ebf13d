// expect: rill: a const cannot be scanned into
// max-lines: 9
//
// test/refuse/behind_rill.cpp: scan_const.cpp with <rill/rill.h> first.
#include <rill/rill.h>
#include <rill/scan.h>

int main() {
  int const n = 0;
  rill::scan(n);
}
