// expect: rill: a result is not scanned from or into: check it, then scan *result
//
// test/refuse/scan_result.cpp: a result instead of its file.
#include <rill/stdio.h>

void f(int n) {
  auto opened = rill::c_file::try_open("numbers.txt");
  rill::scan(opened, n);
}
