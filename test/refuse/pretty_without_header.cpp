// expect: rill: pretty(x) is in <rill/types.h>: include it
//
// test/refuse/pretty_without_header.cpp: pretty without its header.
#include <rill/print.h>

int main() {
  int const number = 1;
  rill::println(rill::pretty(number));
}
