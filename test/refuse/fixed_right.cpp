// expect: right, left and center go around them
//
// test/refuse/fixed_right.cpp: fixed around right, in the wrong order.
#include <rill/print.h>

int main() {
  double const x = 0.5;
  rill::print(rill::fixed(rill::right(x, 8), 2));
}
