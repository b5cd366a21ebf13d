// expect: rill: via_format(x) and via_format("{}", x, y) are in
// expect: <rill/format.h>: include it
//
// test/refuse/via_format_without_header.cpp: via_format without its header.
#include <rill/print.h>

int main() {
  int const number = 1;
  rill::println(rill::via_format(number));
}
