// expect: rill: a const cannot be scanned into: text to scan from is wrapped, scan(rill::from(text), x)
//
// test/refuse/scan_const_string.cpp: a const string without rill::from.
#include <rill/scan.h>

#include <string>

int sum(std::string const& text) {
  int a = 0, b = 0;
  rill::scan(text, a, b);
  return a + b;
}
