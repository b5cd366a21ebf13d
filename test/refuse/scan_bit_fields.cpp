// expect: rill: a reference cannot bind to a bit-field: give the structure a friend
//   rill_scan that reads variables and sets it
//
// test/refuse/scan_bit_fields.cpp: a structure with bit-fields.
#include <rill/scan.h>
#include <rill/types.h>

struct flags {
  unsigned is_old : 1;
  unsigned age : 7;
};
int main() {
  flags f;
  rill::scan(f);
}
