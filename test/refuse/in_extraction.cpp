// expect: rill: a source is scanned by rill::scan(in, x), without operator>>
//
// test/refuse/in_extraction.cpp: a chain of operator>> from standard input.
#include <rill/rill.h>

int main() {
  int a = 0, b = 0;
  rill::in() >> a >> b;
}
