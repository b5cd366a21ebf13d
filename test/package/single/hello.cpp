// test/package/single/hello.cpp: uses the library as a single header; another
// unit of the program uses ordinary headers, too.
#include "rill_single.h"

int beside(int n);

int main() {
  rill::println("Hello, ", 42, ' ', 1.5);
  int n = 0;
  rill::scan(rill::from("7"), n);
  return beside(n) - 8;
}
