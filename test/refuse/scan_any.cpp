// expect: rill: this type cannot be scanned
//
// test/refuse/scan_any.cpp: a std::any; the error names the argument.
// expect-gcc: int Argument = 2;
// expect-clang: argument_can_be_scanned<2,
#include <rill/scan.h>
#include <rill/types.h>

#include <any>

int main() {
  int n = 0;
  std::any x;
  rill::scan(n, x);
}
