// expect: rill: a reader of a temporary string would outlive it: keep the
//   string in a variable
//
// test/refuse/from_temporary.cpp: from a temporary string.
#include <rill/scan.h>

#include <string>

std::string text();

int main() {
  auto in = rill::from(text());
  int n = 0;
  rill::scan(in, n);
}
