// expect: rill: this program is built without standard streams: scan from a
//   reader, or from(text)
// flags: -ffreestanding
//
// test/refuse/freestanding_scan.cpp: try_scan without stdin.
#include <rill/rill.h>

void ask() {
  int n = 0;
  (void)rill::try_scan(n);
}
