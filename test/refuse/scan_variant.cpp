// expect: rill: a text does not say which alternative of a variant it is: scan
//   a variable of the one that is meant
//
// test/refuse/scan_variant.cpp: a std::variant.
#include <rill/scan.h>
#include <rill/types.h>

#include <variant>

int main() {
  std::variant<int, double> x;
  rill::scan(x);
}
