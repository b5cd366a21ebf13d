// expect: rill: rill::formatter, fmt_formatter and print_to print by
//   rill_print: give the type a friend void rill_print(auto& out, Type const& x)
//   { out(x.a, x.b); }
//
// test/refuse/print_to_without_hook.cpp: print_to in a type's operator<<.
// via_ostream would call that operator again, so the error names rill_print.
#include <rill/iostream.h>

struct point {
  int x, y;
  friend std::ostream& operator<<(std::ostream& out, point const& p) {
    return rill::print_to(out, p);
  }
};
int main() { std::cout << point{1, 2}; }
