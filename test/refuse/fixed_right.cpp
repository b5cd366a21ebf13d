// expect: right, left and center go around them
//
// test/refuse/fixed_right.cpp: a field inside of a number's form.
#include <rill/print.h>

int main() {
  double const x = 0.5;
  rill::print(rill::fixed(rill::right(x, 8), 2));
}
