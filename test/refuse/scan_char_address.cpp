// expect: rill: a pointer is not scanned into: scan takes the variable itself,
//   scan(x) and not scan(&x)
//
// test/refuse/scan_char_address.cpp: the address of a character, which is no
// string.
#include <rill/scan.h>

int main() {
  char c = 'x';
  rill::scan(&c);
}
