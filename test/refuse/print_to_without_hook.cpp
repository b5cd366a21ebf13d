// expect: rill: rill::formatter, fmt_formatter and print_to print by
// rill_print: give the type a friend void rill_print(auto& out, Type const& x)
// { out(x.a, x.b); }
//
// test/refuse/print_to_without_hook.cpp: an operator<< by rill for a type
// that rill cannot print. To be told of via_ostream would be a circle.
#include <rill/iostream.h>

struct point {
  int x, y;
  friend std::ostream& operator<<(std::ostream& out, point const& p) {
    return rill::print_to(out, p);
  }
};
int main() { std::cout << point{1, 2}; }
