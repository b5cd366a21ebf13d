// expect: rill: a style goes around the wrappers of numbers and texts
//
// test/refuse/plus_styled.cpp: plus around styled, in the wrong order.
#include <rill/print.h>
#include <rill/terminal.h>

int main() { rill::println(rill::plus(rill::styled(2, rill::red))); }
