// expect: rill: deref(pointer) is in <rill/types.h>: include it
//
// test/refuse/deref_without_header.cpp: deref without its header.
#include <rill/print.h>

int main() {
  int const number = 1;
  rill::println(rill::deref(&number));
}
