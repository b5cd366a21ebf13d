// expect: rill: the names of this enumeration are not known: name its values
//   with RILL_ENUM(Type, a, b), or give it a rill_scan
//
// test/refuse/scan_enumeration.cpp: an enumeration without known names.
#include <rill/scan.h>
#include <rill/types.h>

enum colour { red, green };
int main() {
  colour c = red;
  rill::scan(c);
}
