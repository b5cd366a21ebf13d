// expect: rill: with_styles is in <rill/terminal.h>: include it
//
// test/refuse/with_styles_without_header.cpp: with_styles without its header.
#include <rill/print.h>

int main() {
  int const number = 1;
  rill::println(rill::with_styles(true, number));
}
