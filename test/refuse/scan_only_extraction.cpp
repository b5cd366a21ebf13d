// expect: rill: this type has an operator>>: rill::via_istream(x) of
//   <rill/iostream.h> reads it, or a friend rill_scan does
//
// test/refuse/scan_only_extraction.cpp: a class with nothing but an
// operator>>.
#include <rill/scan.h>

#include <istream>

struct money {
  int cents;
  friend std::istream& operator>>(std::istream& in, money& m) {
    return in >> m.cents;
  }
};
int main() {
  money m;
  rill::scan("for", m);
}
