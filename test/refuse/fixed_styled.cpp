// expect: rill: a style goes around the wrappers of numbers and texts:
//   styled(rill::fixed(x, 2), rill::red)
//
// test/refuse/fixed_styled.cpp: fixed around styled, in the wrong order.
#include <rill/print.h>
#include <rill/terminal.h>

int main() { rill::println(rill::fixed(rill::styled(2.5, rill::red), 1)); }
